#include "tools/apply/color_edits.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/test_game.h"
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
    ASSERT_TRUE(read_game(input, game));
    here = game.tables.costumes.room[0];
    game.tables.palettes = {};
    add_palette(here == 0 ? 1 : 0, 0, 100, game.tables.palettes);
    add_palette(here, 0, 0, game.tables.palettes);
    add_palette(here, 1, 100, game.tables.palettes);
    game.tables.costumes.default_palette[0] = 1;
    for (const uint8_t color : game.colors(0)) {
      const auto red = static_cast<uint8_t>(100 + 3 * color);
      changed.rgb.push_back({red, static_cast<uint8_t>(red + 1), static_cast<uint8_t>(red + 2)});
      exported.insert(exported.end(), changed.rgb.back().begin(), changed.rgb.back().end());
    }
    changed.alpha.assign(changed.rgb.size(), 255);
    changed.rgb.back() = {7, 8, 9};
  }

  /// The edits of costume 0, whose last colour is another one in `changed`.
  Result<std::vector<ColorEdit>> edits() const {
    const ExportedPalettes palettes{{0, exported}};
    const std::optional<NamedPalette> given{{"new.gpl", changed}};
    CostumePalettes edited(game, palettes, given);
    edited.add(0);
    std::vector<std::string> notes;
    return edited.edits(notes);
  }

  const TestGame made = test_game(sample_rooms(Version::v6), Version::v6);
  const GameInput input = made.input();
  ReadGame game;
  uint32_t here = 0;              ///< the room of costume 0
  std::vector<uint8_t> exported;  ///< its colours in the room's second palette
  EditedPalette changed;
};

TEST_F(ColorEdits, OfEqualPalettesThatOfTheCostumesRoomIsChosen) {
  const auto found = edits();
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().room, game.tables.rooms.number[here]);
}

TEST_F(ColorEdits, TransparentColoursStay) {
  changed.alpha.back() = 0;
  const auto found = edits();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->empty());
}

TEST_F(ColorEdits, CostumesWithAuxiliaryPicturesAreRefused) {
  game.tables.limb_tables.limb[game.tables.costumes.table_offset[1] - 1] = kAuxiliaryLimb;
  const auto found = edits();
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("auxiliary pictures"), std::string::npos);
}

}  // namespace
}  // namespace wardrobe
