// COST of versions 1 to 3 (SCUMM.md §2, §3).

#include <gtest/gtest.h>

#include "formats/play_rules.h"
#include "formats/versions.h"
#include "tests/unit/formats/cost/cost_builder.h"
#include "tests/unit/formats/shapes.h"

namespace wardrobe {
namespace {

/// Returns a costume of two limbs: one has two pictures, the other only the second of these. Its
/// windows loop, play once and switch off.
CostBuilder two_limbs(Version version) {
  const bool v1 = version == Version::v1;
  CostBuilder builder(v1 ? 0xD7 : 0x58);
  if (facts(version).cost.palette == CostPalette::black) {
    for (uint8_t i = 0; i < 16; ++i) builder.tables().color[i] = i == 5 ? uint8_t{0} : i;
  }
  const uint32_t first = builder.picture(16, 40, 1, -24, -30, 8, -3);
  const uint32_t second = builder.picture(8, 3, 2, 48, 7, -8, 5);
  builder.table(1, {first, kNone, second});
  builder.table(v1 ? 7 : 15, {second});
  builder.tables().command = {0, 2, 0x82, 0};
  builder.window(1, WindowMode::loop, 0, 3);
  builder.window(v1 ? 7 : 15, WindowMode::once, 3, 1);
  builder.end_record(4);
  builder.window(1, WindowMode::off, 0, 0);
  builder.end_record(7);
  return builder;
}

TEST(OldCost, IsReadAsItWasWritten) {
  for (const Version version : {Version::v1, Version::v2, Version::v3_16, Version::v3}) {
    const CostBuilder builder = two_limbs(version);
    const StoredCostume wrote = CostBuilder(builder).tables();
    const std::vector<uint8_t> payload = builder.write(version);
    const StoredCostume read = read_whole_cost(payload, version);
    EXPECT_EQ(read.format, wrote.format) << facts(version).name;
    EXPECT_EQ(read.color, wrote.color) << facts(version).name;
    EXPECT_EQ(read.command, wrote.command) << facts(version).name;
    EXPECT_EQ(read.records.number, wrote.records.number) << facts(version).name;
    EXPECT_EQ(read.windows.limb, wrote.windows.limb) << facts(version).name;
    EXPECT_EQ(read.windows.mode, wrote.windows.mode) << facts(version).name;
    EXPECT_EQ(read.windows.start, wrote.windows.start) << facts(version).name;
    EXPECT_EQ(read.windows.length, wrote.windows.length) << facts(version).name;
    EXPECT_EQ(read.entry_offset, wrote.entry_offset) << facts(version).name;
    EXPECT_EQ(read.entry_picture, wrote.entry_picture) << facts(version).name;
    EXPECT_EQ(shapes_of(read), shapes_of(wrote)) << facts(version).name;
    EXPECT_TRUE(read.problems.empty()) << facts(version).name;
    const uint32_t rle = builder.rle_offset()[1];
    EXPECT_TRUE(std::ranges::equal(builder.rle().first(rle),
                                   Bytes(payload).subspan(read.pictures[0].data, rle)));
  }
}

TEST(OldCost, OfVersion1HasEightTablesAndHeadersOfSixBytes) {
  const std::vector<uint8_t> payload = {
      4,    0xD7,  // ids 0 to 4, West has its own pictures
      36,   0,     // commands
      37,   0,    39,   0,    39,   0,    39, 0, 39, 0, 39, 0, 39, 0, 39, 0,  // tables
      0,    0,    0,    0,    0,    0,    0,  0, 30, 0,                       // records
      0x80, 0x00, 0x80, 0xFF, 0xFF, 0xFF,  // limb 0: from 0, once
      1,                                   // command 0: slot 1
      0,    0,                             // slot 0: nothing; slot 1 follows
      45,   0,    9,    9,    9,    9,     // slot 1, and bytes that nothing uses
      2,    3,    0xFF, 0x02, 1,    0xFE,  // 16 × 3 at −8, −2, moves 8, −2
      6,    1,    2,    3,    4,    5,    6};
  StoredCostume tables = read_whole_cost(payload, Version::v1);
  ASSERT_EQ(tables.windows.limb, (Column<uint8_t>{0}));
  EXPECT_EQ(tables.windows.mode[0], WindowMode::once);
  EXPECT_EQ(tables.problems.size(), 1u) << "the table ends where the next one begins";
  EXPECT_EQ(tables.color, (Column<uint8_t>{0, 12, 7, 0}));
  std::vector<uint8_t> longer = payload;
  for (size_t limb = 1; limb < 8; ++limb) longer[4 + 2 * limb] = 45;
  tables = read_whole_cost(longer, Version::v1);
  ASSERT_TRUE(tables.problems.empty());
  ASSERT_EQ(tables.pictures.size(), 2u) << "and one that is nonsense";
  EXPECT_EQ(tables.pictures[0].header, 45u);
  EXPECT_EQ(tables.pictures[0].width, 16);
  EXPECT_EQ(tables.pictures[0].height, 3);
  EXPECT_EQ(tables.pictures[0].x, -8);
  EXPECT_EQ(tables.pictures[0].y, -2);
  EXPECT_EQ(tables.pictures[0].xinc, 8);
  EXPECT_EQ(tables.pictures[0].yinc, -2);
  EXPECT_EQ(tables.pictures[0].data, 51u);
}

TEST(OldCost, HasOneByteForThePalette) {
  std::vector<uint8_t> payload = two_limbs(Version::v2).write(Version::v2);
  EXPECT_EQ(payload[2], 5);
  for (const uint8_t black : {0, 12, 16, 255}) {
    payload[2] = black;
    Column<uint8_t> expected;
    for (uint8_t i = 0; i < 16; ++i) expected.push_back(i == black ? uint8_t{0} : i);
    EXPECT_EQ(read_whole_cost(payload, Version::v2).color, expected) << int{black};
  }
  payload[1] = 0x59;
  EXPECT_EQ(read_whole_cost(payload, Version::v3_16).color.size(), 16u);
}

TEST(OldCost, HasWindowsThatBeginInTheFirst255Commands) {
  for (const size_t start : {254, 255}) {
    CostBuilder builder;
    builder.table(0, {builder.picture(4, 4, 1)});
    builder.tables().command.resize(start + 128);
    builder.window(0, WindowMode::loop, static_cast<uint16_t>(start), 128);
    builder.end_record(4);
    const auto payload =
        write_cost(builder.tables(), builder.rle(), builder.rle_offset(), Version::v3);
    ASSERT_EQ(static_cast<bool>(payload), start == 254);
    if (!payload) continue;
    EXPECT_EQ(read_whole_cost(*payload, Version::v3).command.size(), start + 128);
  }
}

TEST(OldCost, OfTheWrongFormatIsNone) {
  EXPECT_FALSE(read_cost(two_limbs(Version::v1).write(Version::v1), Version::v2));
  EXPECT_FALSE(read_cost(two_limbs(Version::v2).write(Version::v2), Version::v1));
}

}  // namespace
}  // namespace wardrobe
