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

TEST(Parse, TakesConditionsAndPartsFromAHumongousAkos) {
  AkosBuilder builder;
  builder.tables.jump = {3, 1};
  builder.cel(2, 3, 1);
  builder.record(10, {{2, WindowMode::loop, {0, 0}}});
  std::vector<uint8_t> payload = builder.write();
  const auto add = [&](std::string_view name, const std::vector<uint8_t>& bytes) {
    const BlockScope block(payload, name);
    ByteWriter(payload).bytes(bytes);
  };
  add("AKCT", {1, 0, 0, 0, 2, 0, 0, 0});
  add("AKST", {7, 0, 0, 0, 4, 0, 0, 0});
  add("AKSF", {0, 0, 2, 0, 1, 0});
  std::vector<RoomDraft> rooms = two_rooms(Version::he80);
  rooms[1].costumes[0] = {{3, 4}, payload, Kind::akos};
  const Parsed parsed = parse_game({write_game(rooms, Version::he80, 0)});
  const Costumes& costumes = parsed.costumes;
  EXPECT_EQ(costumes.condition_offset, (std::vector<uint32_t>{0, 0, 0, 8, 8}));
  EXPECT_EQ(costumes.condition, (Column<uint8_t>{1, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(costumes.sequence_offset, (std::vector<uint32_t>{0, 0, 0, 2, 2}));
  EXPECT_EQ(parsed.sequences.start, (std::vector<uint16_t>{0, 7}));
  EXPECT_EQ(parsed.sequences.condition, (std::vector<uint32_t>{0, 4}));
  EXPECT_EQ(parsed.sequences.jump, (std::vector<uint16_t>{1, 0}));
  EXPECT_EQ(parsed.sequences.jumps, (std::vector<uint16_t>{1, 2}));
}

TEST(Parse, TakesEverythingFromAnAkos) {
  AkosBuilder builder;
  StoredCostume& tables = builder.tables;
  tables.flags = kAkosWestIsDrawn | kAkosEightDirections;
  tables.color = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6};
  for (uint8_t i = 0; i < 48; ++i) tables.rgb.push_back(i);
  tables.jump = {3, 1};
  builder.cel(2, 3, 1, -4, 5, 6, -7);
  builder.record(10, {{2, WindowMode::loop, {0, 0}}});
  std::vector<RoomDraft> rooms = two_rooms(Version::v7);
  rooms[1].costumes[0] = {{3, 4}, builder.write(), Kind::akos};
  const Parsed parsed = parse_game({write_game(rooms, Version::v7, 0)});
  const Costumes& costumes = parsed.costumes;
  EXPECT_EQ(costumes.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(costumes.alias, (std::vector<uint16_t>{9, 4}));
  EXPECT_EQ(costumes.alias_offset, (std::vector<uint32_t>{0, 0, 1, 2, 2}));
  EXPECT_EQ(costumes.room, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(costumes.kind, (std::vector{Kind::cost, Kind::cost, Kind::akos, Kind::cost}));
  EXPECT_EQ(costumes.mirror_west[2], 0);
  EXPECT_EQ(costumes.directions, (std::vector<uint8_t>{4, 4, 8, 4}));
  EXPECT_EQ(costumes.codec[2], kAkosRle);
  EXPECT_TRUE(
      std::ranges::equal(elements_at(costumes.color_offset, costumes.color, 2), tables.color));
  EXPECT_TRUE(std::ranges::equal(elements_at(costumes.rgb_offset, costumes.rgb, 2), tables.rgb));
  EXPECT_TRUE(std::ranges::equal(elements_at(costumes.jump_offset, costumes.jump, 2), tables.jump));
  EXPECT_TRUE(std::ranges::equal(elements_at(costumes.command_offset, costumes.command, 2),
                                 tables.command));
  const uint32_t table = costumes.table_offset[2];
  EXPECT_EQ(parsed.limb_tables.limb[table], kNoLimb);
  const uint32_t entry = parsed.limb_tables.entry_offset[table];
  EXPECT_EQ(parsed.entries.x[entry], -4);
  EXPECT_EQ(parsed.entries.y[entry], 5);
  EXPECT_EQ(parsed.entries.xinc[entry], 6);
  EXPECT_EQ(parsed.entries.yinc[entry], -7);
  EXPECT_EQ(parsed.records.number, (std::vector<uint16_t>{4, 4, 10, 4}));
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
