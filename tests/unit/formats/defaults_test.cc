#include <gtest/gtest.h>

#include "formats/colors.h"
#include "formats/costume.h"

namespace wardrobe {
namespace {

/// A costume whose timelines are made by hand.
struct ShownCostume {
  Tables tables;

  ShownCostume() {
    tables.costumes.directions = {4};
    tables.costumes.record_offset = {0, 0};
    add_frame({});
    add_frame({0});
    add_frame({1, 1});
    add_frame({0, 0});
  }

  /// Adds a frame whose cels are flipped or not.
  void add_frame(const std::vector<uint8_t>& flips) {
    Column<uint8_t>& flip = tables.cels.flip;
    flip.insert(flip.end(), flips.begin(), flips.end());
    tables.frames.cel_offset.push_back(static_cast<uint32_t>(flip.size()));
  }

  /// Adds a timeline that shows these frames: 0 is empty, 2 is flipped, 1 and 3 are not. Chores and
  /// directions must rise.
  void add(unsigned chore, Direction facing, const std::vector<uint32_t>& frames) {
    Timelines& lines = tables.timelines;
    lines.tick.insert(lines.tick.end(), frames.begin(), frames.end());
    lines.tick_offset.push_back(static_cast<uint32_t>(lines.tick.size()));
    tables.records.number.push_back(
        static_cast<uint16_t>(record_number(chore, facing, kFourDirections.size())));
    ++tables.costumes.record_offset.back();
  }

  std::optional<uint32_t> best(std::optional<unsigned> chore = {},
                               std::optional<Direction> facing = {}) const {
    return best_timeline(tables, 0, chore, facing);
  }
};

TEST(BestTimeline, IsTheWalkToTheWest) {
  ShownCostume costume;
  costume.tables.game.version = {Version::v6};
  EXPECT_EQ(costume.best(), std::nullopt);
  costume.add(1, Direction::west, {1, 2, 3});
  costume.add(2, Direction::east, {1, 2});
  EXPECT_EQ(costume.best(), 1u);
  costume.add(2, Direction::south, {1, 2, 3});
  EXPECT_EQ(costume.best(), 1u) << "the first, not the one with the most frames";
  costume = {};
  costume.add(0, Direction::west, {1, 3});
  costume.add(2, Direction::west, {2, 1});
  costume.add(2, Direction::east, {1, 3});
  EXPECT_EQ(costume.best(), 1u) << "even if it is flipped";
  costume.tables.game.version = {Version::v1};
  EXPECT_EQ(costume.best(), 0u) << "chore 0 is walk";
}

TEST(BestTimeline, MovesIfAnyDoes) {
  ShownCostume costume;
  costume.tables.game.version = {Version::v6};
  costume.add(1, Direction::north, {1});
  costume.add(2, Direction::west, {2, 2, 0});
  costume.add(2, Direction::north, {1});
  EXPECT_EQ(costume.best(), 1u) << "a walk, if none moves";
  costume.add(4, Direction::north, {1, 2});
  EXPECT_EQ(costume.best(), 3u);
  EXPECT_EQ(costume.best(2), 1u);
  costume.add(5, Direction::west, {1, 2, 3});
  EXPECT_EQ(costume.best(), 4u);
}

TEST(BestTimeline, OfNoWalkThatShowsAnythingHasTheMostFrames) {
  ShownCostume costume;
  costume.add(1, Direction::west, {1, 1, 1, 1});
  costume.add(2, Direction::west, {0, 0});
  costume.add(7, Direction::north, {1, 3, 0});
  costume.add(8, Direction::north, {3, 1});
  EXPECT_EQ(costume.best(), 2u);
  EXPECT_EQ(costume.best(1), 0u);
  EXPECT_EQ(costume.best({}, Direction::west), 0u);
  EXPECT_EQ(costume.best(2, Direction::west), 1u);
  EXPECT_EQ(costume.best(7, Direction::west), std::nullopt);
  EXPECT_EQ(costume.best(7, Direction::north_west), 2u) << "counts as North";
  EXPECT_EQ(costume.best(9), std::nullopt);
}

TEST(BestTimeline, IsDrawnUnflippedIfItCan) {
  ShownCostume costume;
  costume.add(7, Direction::west, {1, 2});
  costume.add(7, Direction::east, {1, 3});
  costume.add(8, Direction::west, {3, 1});
  EXPECT_EQ(costume.best(), 2u) << "West, if that is not flipped";
  EXPECT_EQ(costume.best(7), 1u);
  costume = {};
  costume.add(7, Direction::west, {1, 2, 2});
  costume.add(7, Direction::east, {1, 2});
  EXPECT_EQ(costume.best(), 1u) << "flipped in fewer ticks";
}

/// Tables of rooms with palettes, each of one colour that is not black.
Tables colored_rooms(const std::vector<std::pair<uint32_t, uint8_t>>& rooms_and_colors) {
  Tables tables;
  tables.rooms.number = {10, 20, 30};
  tables.rooms.actor_color_offset = {0, 0, 0, 0};
  tables.rooms.palette = {kNone, kNone, kNone};
  for (const auto& [room, color] : rooms_and_colors) {
    Palettes& palettes = tables.palettes;
    uint32_t& shown = tables.rooms.palette[room];
    shown = std::min(shown, static_cast<uint32_t>(palettes.room.size()));
    palettes.room.push_back(room);
    palettes.rgb.resize(palettes.rgb.size() + 768);
    palettes.rgb[palettes.rgb.size() - 768 + size_t{3} * color + 1] = 9;
    palettes.rgb_offset.push_back(static_cast<uint32_t>(palettes.rgb.size()));
  }
  return tables;
}

uint32_t default_palette(Tables tables, uint32_t room, const Column<uint8_t>& colors,
                         size_t true_colors = 0, uint8_t codec = 1) {
  Costumes& costumes = tables.costumes;
  costumes.room = {room};
  costumes.codec = {codec};
  costumes.color = colors;
  costumes.color_offset = {0, static_cast<uint32_t>(colors.size())};
  costumes.rgb.resize(3 * true_colors);
  costumes.rgb_offset = {0, static_cast<uint32_t>(costumes.rgb.size())};
  return DefaultPalettes(tables).of(0);
}

TEST(DefaultPalette, IsTheFirstOfItsRoomUnlessTheCostumeIsBlackInIt) {
  const Tables tables = colored_rooms({{0, 1}, {1, 255}, {1, 3}, {0, 3}});
  EXPECT_EQ(default_palette(tables, 1, {0, 255}), 1u);
  EXPECT_EQ(default_palette(tables, 1, {0, 3}), 2u) << "of any room, also its own";
  EXPECT_EQ(default_palette(tables, 0, {0, 255}), 1u);
  EXPECT_EQ(default_palette(tables, 0, {7, 3, 255}), 1u) << "the first that shows any of them";
  EXPECT_EQ(default_palette(tables, 2, {0, 3}), 2u) << "its room has none";
  EXPECT_EQ(default_palette(tables, kNone, {0, 1}), 0u);
  EXPECT_EQ(default_palette(tables, 0, {7}), kNone);
  EXPECT_EQ(default_palette({}, kNone, {0, 1}), kNone);
}

TEST(DefaultPalette, IsNoneForTrueColours) {
  const Tables tables = colored_rooms({{0, 1}});
  EXPECT_EQ(default_palette(tables, 0, {0, 1}, 2), kNone);
  EXPECT_EQ(default_palette(tables, 0, {0, 1}, 256, kAkosTrle), 0u) << "its room has colours";
  EXPECT_EQ(default_palette(tables, 1, {0, 1}, 256, kAkosTrle), kNone) << "its room has none";
  EXPECT_EQ(default_palette(tables, 1, {0, 1}, 0, kAkosTrle), 0u);
}

TEST(DefaultPalette, ShowsTheColoursThatItsRoomMapsThoseOfActorsTo) {
  Tables tables = colored_rooms({{0, 1}, {1, 2}});
  for (unsigned i = 0; i < 256; ++i) tables.rooms.actor_color.push_back(i == 5 ? 2 : 0);
  tables.rooms.actor_color_offset = {0, 0, 256, 256};
  EXPECT_EQ(default_palette(tables, 1, {0, 5}), 1u);
  EXPECT_EQ(default_palette(tables, 2, {0, 5}), 1u);
  EXPECT_EQ(default_palette(tables, 1, {0, 2}), kNone);
}

TEST(DefaultPalette, MayBeShort) {
  Tables tables = colored_rooms({{0, 1}, {0, 255}});
  tables.palettes.rgb.pop_back();
  --tables.palettes.rgb_offset.back();
  EXPECT_EQ(default_palette(tables, 0, {255}), kNone);
}

}  // namespace
}  // namespace wardrobe
