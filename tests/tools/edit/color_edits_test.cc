#include "tools/edit/color_edits.h"

#include <algorithm>
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

TEST(ColorEdits, OfEqualPalettesThatOfTheCostumesRoomIsChosen) {
  const TestGame made = test_game(sample_rooms(Version::v6), Version::v6);
  const GameInput input = made.input();
  ReadGame game;
  ASSERT_TRUE(read_game(input, game));
  const uint32_t here = game.tables.costumes.room[0];
  game.tables.palettes = {};
  add_palette(here == 0 ? 1 : 0, 0, 100, game.tables.palettes);
  add_palette(here, 0, 0, game.tables.palettes);
  add_palette(here, 1, 100, game.tables.palettes);
  game.tables.costumes.default_palette[0] = 1;

  std::vector<uint8_t> exported;  // in the room's second palette
  for (const uint8_t color : game.colors(0)) {
    for (unsigned i = 0; i < 3; ++i) exported.push_back(static_cast<uint8_t>(100 + 3 * color + i));
  }
  EditedPalette changed;
  for (size_t i = 0; i < exported.size(); i += 3) {
    changed.rgb.push_back({exported[i], exported[i + 1], exported[i + 2]});
  }
  changed.alpha.assign(changed.rgb.size(), 255);
  changed.rgb.back() = {7, 8, 9};
  const ExportedPalettes palettes{{0, exported}};
  const std::optional<NamedPalette> given{{"new.gpl", changed}};
  CostumePalettes edited(game, palettes, given);
  edited.add(0);
  std::vector<std::string> notes;
  const auto edits = edited.edits(notes);
  ASSERT_TRUE(edits) << edits.error().message;
  ASSERT_EQ(edits->size(), 1u);
  EXPECT_EQ(edits->front().room, game.tables.rooms.number[here]);
}

}  // namespace
}  // namespace wardrobe
