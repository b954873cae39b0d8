#include "pipeline/parse.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/version.h"
#include "pipeline/pipeline.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

/// The tables after parse(), and the number of each entry's stored picture.
struct Parsed : Tables {
  std::vector<uint32_t> stored;
};

Parsed parse_game(const TestGame& game) {
  Progress progress;
  KeptPixels pixels;
  Stages stages = *run_stages(game.input(), {.rooms = false}, nullptr, pixels, progress);
  Parsed parsed{std::move(stages.tables), {}};
  for (const ParsedCostume& costume : stages.costumes) {
    for (const uint32_t picture : costume.entry_picture) {
      parsed.stored.push_back(picture == kNone ? kNone : costume.first_picture + picture);
    }
  }
  return parsed;
}

TEST(Parse, AttributesFailuresToTheirCostumesAmongMany) {
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  for (uint16_t id = 1; id <= 60; ++id) {
    CostBuilder builder = simple_costume(static_cast<uint8_t>(id));
    if (id == 40) builder.record(8, 0, {7});  // a slot past the table
    room.costumes.push_back({{id}, builder.write(Version::v5)});
  }
  const Parsed parsed = parse_game({write_game({room}, Version::v5, 0)});
  EXPECT_EQ(parsed.failures.costume, (std::vector<uint32_t>{39}));
  EXPECT_EQ(parsed.failures.id, (std::vector<uint16_t>{40}));
  EXPECT_EQ(parsed.failures.index, (std::vector<uint16_t>{7}));
}

TEST(Parse, KnowsThePicturesOfEachCostumeAmongMany) {
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  std::vector<uint32_t> expected;
  for (uint16_t id = 1; id <= 60; ++id) {
    CostBuilder builder;
    builder.table(0, {kNone, builder.picture(id, 1, 1)});
    builder.record(4, 0, {1});
    room.costumes.push_back({{id}, builder.write(Version::v5)});
    expected.insert(expected.end(), {kNone, id - 1u});
  }
  const Parsed parsed = parse_game({write_game({room}, Version::v5, 0)});
  EXPECT_EQ(parsed.stored, expected);
}

TEST(Parse, GivesTablesToLimbsWithEntriesOnly) {
  CostBuilder builder(0xD8);  // bit 7: West is not mirrored
  const uint32_t picture = builder.picture(1, 1, 1, 2, 3);
  builder.table(3, {picture});
  builder.table(5, {picture, picture});
  builder.window(3, WindowMode::loop, 0, 1);
  builder.window(5, WindowMode::loop, 0, 2);
  builder.end_record(4);
  builder.tables().command = {0, 1};
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  rooms[0].costumes[0].payload = builder.write(Version::v5);
  const Parsed parsed = parse_game({write_game(rooms, Version::v5, 0)});
  EXPECT_EQ(parsed.costumes.mirror_west, (std::vector<uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(parsed.costumes.table_offset, (std::vector<uint32_t>{0, 2, 3, 4, 5}));
  EXPECT_EQ(parsed.limb_tables.limb, (std::vector<uint8_t>{3, 5, 0, 0, 0}));
  EXPECT_EQ(parsed.limb_tables.entry_offset, (std::vector<uint32_t>{0, 1, 3, 5, 7, 9}));
  EXPECT_EQ(parsed.stored, (std::vector<uint32_t>{0, 0, 0, 1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace wardrobe
