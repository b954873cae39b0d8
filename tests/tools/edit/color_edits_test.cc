#include "tools/edit/color_edits.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/pipeline/test_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// Adds a palette of 256 colours, all of which are different.
void add_palette(uint32_t room, uint16_t number, uint8_t first, Palettes& to) {
  to.room.push_back(room);
  to.number.push_back(number);
  for (unsigned i = 0; i < 768; ++i) to.rgb.push_back(static_cast<uint8_t>(first + i));
  to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
}

class ColorEdits : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(read_game(input_, game_));
    here_ = game_.tables.costumes.room[0];
    game_.tables.palettes = {};
    add_palette(here_ == 0 ? 1 : 0, 0, 100, game_.tables.palettes);
    add_palette(here_, 0, 0, game_.tables.palettes);
    add_palette(here_, 1, 100, game_.tables.palettes);
    game_.tables.costumes.default_palette[0] = 1;
    for (const uint8_t color : game_.colors(0)) {
      const auto red = static_cast<uint8_t>(100 + 3 * color);
      changed_.rgb.push_back({red, static_cast<uint8_t>(red + 1), static_cast<uint8_t>(red + 2)});
      exported_.insert(exported_.end(), changed_.rgb.back().begin(), changed_.rgb.back().end());
    }
    changed_.alpha.assign(changed_.rgb.size(), 255);
    changed_.rgb.back() = {7, 8, 9};
  }

  /// The edits of costume 0, whose last colour is another one in `changed_`.
  Result<std::vector<ColorEdit>> edits() const {
    const ExportedPalettes palettes{{0, exported_}};
    const std::optional<NamedPalette> given{{"new.gpl", changed_}};
    CostumePalettes edited(game_, palettes, given);
    edited.add(0);
    std::vector<std::string> notes;
    return edited.edits(notes);
  }

  const TestGame made_ = test_game(sample_rooms(Version::v6), Version::v6);
  const GameInput input_ = made_.input();
  ReadGame game_;
  uint32_t here_ = 0;              ///< the room of costume 0
  std::vector<uint8_t> exported_;  ///< its colours in the room's second palette
  EditedPalette changed_;
};

TEST_F(ColorEdits, OfEqualPalettesThatOfTheCostumesRoomIsChosen) {
  const auto found = edits();
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().room, game_.tables.rooms.number[here_]);
}

TEST_F(ColorEdits, TransparentColoursStay) {
  changed_.alpha.back() = 0;
  const auto found = edits();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->empty());
}

TEST_F(ColorEdits, CostumesWithAuxiliaryPicturesAreRefused) {
  game_.tables.limb_tables.limb[game_.tables.costumes.table_offset[1] - 1] = kAuxiliaryLimb;
  const auto found = edits();
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("auxiliary pictures"), std::string::npos);
}

}  // namespace
}  // namespace wardrobe
