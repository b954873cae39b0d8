#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/versions.h"
#include "tests/unit/formats/cost/cost_builder.h"

namespace wardrobe {
namespace {

/// Positions in a v5 payload with 16 colours.
constexpr size_t kCommandField = 18;
constexpr size_t kTableField = 20;
constexpr size_t kRecordField = 52;

/// Returns a costume with two pictures in limb 0; record 4 shows both.
CostBuilder two_pictures() {
  CostBuilder builder;
  const uint32_t first = builder.picture(3, 2, 5, -1, -2, 3, -4);
  const uint32_t second = builder.picture(4, 4, 6);
  builder.table(0, {first, second});
  builder.record(4, 0, {0, 1});
  return builder;
}

/// Returns a costume with a picture in each of limbs 0 and 1; record 4 shows the first, 5 the
/// other.
CostBuilder two_tables() {
  CostBuilder builder;
  const uint32_t first = builder.picture(1, 1, 1);
  const uint32_t second = builder.picture(1, 1, 2);
  builder.table(0, {first});
  builder.table(1, {second});
  builder.record(4, 0, {0});
  builder.record(5, 1, {0});
  return builder;
}

TEST(ReadCost, RefusesWhatIsNoCostume) {
  EXPECT_EQ(read_cost({}, Version::v5).error().code, ErrorCode::truncated);
  std::vector<uint8_t> payload = two_pictures().write(Version::v6);
  payload[4] = 'X';
  EXPECT_EQ(read_cost(payload, Version::v6).error().code, ErrorCode::unknown_format);
  payload = two_pictures().write(Version::v5);
  payload[1] = 0x57;
  EXPECT_EQ(read_cost(payload, Version::v5).error().message, "unknown costume format 87");
}

TEST(ReadCost, ReachesWhatACommandCanRestOn) {
  // Shown are the first command, whatever it is, and the later ones except counters, sounds and
  // "hide".
  struct Case {
    Version version;
    std::vector<uint8_t> commands;
    std::vector<uint8_t> shown;
  };
  const std::vector<Case> cases = {
      {Version::v5, {1, 2}, {1, 2}},       {Version::v5, {1, 0x7C, 2}, {1, 2}},
      {Version::v5, {1, 0x7B, 0x78}, {1}}, {Version::v5, {1, 0x71}, {1, 0x71}},
      {Version::v6, {1, 0x71}, {1}},       {Version::v6, {0x71, 1}, {0x71, 1}},
      {Version::v6, {0x82, 3}, {2, 3}},
  };
  for (const Case& c : cases) {
    CostBuilder builder;
    const uint32_t picture = builder.picture(1, 1, 1);
    builder.table(0, std::vector<uint32_t>(0x7F, picture));
    builder.record(4, 0, c.commands);
    const StoredCostume tables = read_whole_cost(builder.write(c.version), c.version);
    std::vector<uint8_t> shown;
    for (size_t i = 0; i < tables.entry_reached.size(); ++i) {
      if (tables.entry_reached[i] != 0) shown.push_back(static_cast<uint8_t>(i));
    }
    std::vector<uint8_t> expected = c.shown;
    std::ranges::sort(expected);
    EXPECT_EQ(shown, expected) << "v" << facts(c.version).name << " command " << int{c.commands[0]};
    EXPECT_TRUE(tables.problems.empty());
  }
}

TEST(ReadCost, GivesNoEntriesToALimbThatIsOnlyStopped) {
  CostBuilder builder;
  const uint32_t picture = builder.picture(1, 1, 1);
  builder.table(0, {picture});
  builder.table(1, {picture});
  builder.record(4, 0, {0});
  builder.record(5, 1, {0x79, 0});
  builder.record(6, 1, {0x7A, 0});
  const StoredCostume tables = read_whole_cost(builder.write(Version::v5), Version::v5);
  EXPECT_EQ(tables.entry_offset[1], 1u);
  EXPECT_EQ(tables.entry_offset[16], 1u);
  EXPECT_EQ(tables.records.number.size(), 3u);
}

TEST(ReadCost, ReadsTheOneRealTableThatAllLimbsShare) {
  // In v6 costumes with size 0, all 16 offsets are equal (SCUMM.md §2 "Limb table").
  CostBuilder builder = two_pictures();
  std::vector<uint8_t> payload = builder.write(Version::v6);
  constexpr size_t kTableFieldV6 = 6 + kTableField;
  for (size_t limb = 1; limb < kLimbs; ++limb) {
    payload[kTableFieldV6 + 2 * limb] = payload[kTableFieldV6];
    payload[kTableFieldV6 + 2 * limb + 1] = payload[kTableFieldV6 + 1];
  }
  EXPECT_EQ(read_whole_cost(payload, Version::v6).entry_picture, (std::vector<uint32_t>{0, 1}));
}

TEST(ReadCost, LeavesOutARecordWhoseWindowPassesTheBlock) {
  CostBuilder builder = two_pictures();
  builder.record(5, 0, {1});
  std::vector<uint8_t> payload = builder.write(Version::v5);
  const size_t record = payload[kRecordField + 2 * 4] - 6u;
  payload[record + 3] = 0x40;  // start 0x4000
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_EQ(tables.records.number, (std::vector<uint16_t>{5}));
  ASSERT_EQ(tables.problems.size(), 1u);
  EXPECT_EQ(tables.problems[0].limb, 0);
  EXPECT_EQ(tables.problems[0].message,
            "record 4 has a window that passes the end of the commands");
}

TEST(ReadCost, LeavesOutAllWindowsOfADamagedRecord) {
  CostBuilder builder = two_pictures();
  builder.window(0, WindowMode::loop, 0, 1);
  builder.window(1, WindowMode::off, 0, 0);
  builder.window(2, WindowMode::off, 0, 0);
  builder.end_record(5);
  builder.window(3, WindowMode::off, 0, 0);
  builder.end_record(6);
  std::vector<uint8_t> payload = builder.write(Version::v5);
  const size_t record = payload[kRecordField + 2 * 5] - 6u;
  payload[record + 5] = 0x00;  // limb 1: start 0x4000
  payload[record + 6] = 0x40;
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_EQ(tables.records.number, (std::vector<uint16_t>{4, 6}));
  EXPECT_EQ(tables.records.window_offset, (Offsets{0, 1, 2}));
  EXPECT_EQ(tables.windows.limb, (std::vector<uint8_t>{0, 3}));
}

TEST(ReadCost, Reads256SlotsOfATableAtMost) {
  CostBuilder builder;
  builder.table(0, std::vector<uint32_t>(300, builder.picture(1, 1, 1)));
  builder.record(4, 0, {0});
  EXPECT_EQ(read_whole_cost(builder.write(Version::v5), Version::v5).entry_offset[1], 256u);
}

TEST(ReadCost, TakesATableOffsetOf0ForNoTable) {
  std::vector<uint8_t> payload = two_pictures().write(Version::v6);
  payload[6 + kTableField] = payload[6 + kTableField + 1] = 0;
  const StoredCostume tables = read_whole_cost(payload, Version::v6);
  EXPECT_EQ(tables.entry_offset[1], 0u);
  EXPECT_EQ(tables.problems.size(), 2u) << "slots 0 and 1 are past the table";
}

TEST(ReadCost, ReadsATableBehindThePicturesOfAnother) {
  CostBuilder builder = two_tables();
  std::vector<uint8_t> payload = builder.write(Version::v5);
  // Moves limb 1's table to the end of the payload and puts a copy of its picture behind it.
  const size_t table = payload.size();
  const size_t picture = table - 14;
  payload.push_back(static_cast<uint8_t>(table + 2 + 6));
  payload.push_back(0);
  for (size_t i = 0; i < 14; ++i) payload.push_back(uint8_t{payload[picture + i]});
  payload[kTableField + 2] = static_cast<uint8_t>(table + 6);
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_EQ(tables.entry_offset[2] - tables.entry_offset[1], 1u);
  EXPECT_EQ(tables.pictures.back().data, table + 2 + 12);
  EXPECT_TRUE(tables.problems.empty());
}

TEST(ReadCost, EndsATableAtThePictureBehindSlotsThatAreShownInTwoWays) {
  CostBuilder builder = two_tables();
  // Limb 0 also shows the bytes of slot 0 as if they were commands. The second one is a 0.
  builder.window(0, WindowMode::loop, 0, 4);
  builder.end_record(6);
  std::vector<uint8_t> payload = builder.write(Version::v5);
  // Puts another table of limb 1 behind the pictures. The limbs that are not used have none.
  const size_t table = payload.size();
  const size_t old_table = payload[kTableField + 2] - 6u;
  payload.push_back(uint8_t{payload[old_table]});
  payload.push_back(0);
  payload[kTableField + 2] = static_cast<uint8_t>(table + 6);
  std::fill_n(payload.begin() + kTableField + 4, 2 * (kLimbs - 2), uint8_t{0});
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_EQ(tables.entry_offset[1], 2u) << "slot 0, and the old table of limb 1";
}

TEST(ReadCost, LeavesOutARecordThatStandsOutsideTheBlock) {
  std::vector<uint8_t> payload = two_pictures().write(Version::v5);
  payload[kRecordField + 2 * 4 + 1] = 0xF0;
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_TRUE(tables.records.number.empty());
  EXPECT_EQ(tables.problems.size(), 1u);
}

TEST(ReadCost, AcceptsACommandStreamThatStartsAtTheEndOfTheBlock) {
  CostBuilder builder;
  builder.window(0, WindowMode::off, 0, 0);
  builder.end_record(4);
  std::vector<uint8_t> payload = builder.write(Version::v5);
  const size_t end = payload.size() + 6;
  payload[kCommandField] = static_cast<uint8_t>(end);
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  EXPECT_EQ(tables.records.number, (std::vector<uint16_t>{4}));
  EXPECT_TRUE(tables.command.empty());
  payload[kCommandField] = static_cast<uint8_t>(end + 1);
  EXPECT_EQ(read_cost(payload, Version::v5).error().message,
            "the commands start outside the block");
}

TEST(ReadCost, FollowsARedirectToTheOtherPicturesPixels) {
  CostBuilder builder(0x60);
  const uint32_t own = builder.picture(4, 2, 3);
  const uint32_t other = builder.picture_of({}, 4, 2, 7, 8, 0, 0, 0, 0);
  const uint32_t lost = builder.picture_of({}, 4, 2, 0, 0, 0, 0, 16, 0);
  const uint32_t to_slot_1 = builder.picture_of({}, 4, 2, 0, 0, 0, 0, 0, 1);
  const uint32_t to_empty = builder.picture_of({}, 4, 2, 0, 0, 0, 0, 0, 4);
  builder.table(0, {own, other, lost, to_slot_1, kNone, to_empty});
  builder.record(4, 0, {0, 1, 2, 3, 5});
  const StoredCostume tables = read_whole_cost(builder.write(Version::v6), Version::v6);
  EXPECT_EQ(tables.pictures[1].data, tables.pictures[0].data);
  EXPECT_EQ(tables.pictures[1].x, 7);
  EXPECT_EQ(tables.pictures[1].fault, PictureFault::none);
  EXPECT_EQ(tables.pictures[2].fault, PictureFault::redirect);
  EXPECT_EQ(tables.pictures[3].data, tables.pictures[0].data + 14 + builder.rle_offset()[1])
      << "behind the header of slot 1, whose own redirect is not followed";
  EXPECT_EQ(tables.pictures[4].fault, PictureFault::redirect) << "empty slot";
}

TEST(ReadCost, GivesRecordsThatShareOneWindowsInProportionToItsBytes) {
  CostBuilder builder = two_pictures();
  for (uint8_t limb = 0; limb < kLimbs; ++limb) builder.window(limb, WindowMode::off, 0, 0);
  builder.end_record(255);
  std::vector<uint8_t> payload = builder.write(Version::v5);
  for (size_t record = 5; record < 255; ++record) {
    std::copy_n(payload.begin() + kRecordField + 2 * 255, 2,
                payload.begin() + static_cast<ptrdiff_t>(kRecordField + 2 * record));
  }
  const StoredCostume tables = read_whole_cost(payload, Version::v5);
  const uint64_t most = kCostumeWindows.of(payload.size());
  EXPECT_LE(tables.windows.limb.size(), most);
  EXPECT_GT(tables.windows.limb.size(), most - kLimbs);
  ASSERT_EQ(tables.problems.size(), 1u);
  const unsigned next = tables.records.number.back() + 1u;
  EXPECT_EQ(tables.problems[0].message,
            "the records have too many windows for a costume of this size; from record " +
                std::to_string(next) + " on they are skipped");
}

TEST(ReadCost, KeepsAllPicturesIfEveryRecordIsDamaged) {
  CostBuilder builder = two_pictures();
  const uint32_t third = builder.picture(5, 5, 7);
  builder.table(3, {third});
  builder.record(5, 3, {0});
  for (const Version version : {Version::v5, Version::v6}) {
    const StoredCostume whole = read_whole_cost(builder.write(version), version);
    std::vector<uint8_t> payload = builder.write(version);
    const size_t field = version == Version::v6 ? kRecordField + 6 : kRecordField;
    for (size_t record = 0; record < 2; ++record) {
      payload[field + 8 + 2 * record] = payload[field + 9 + 2 * record] = 0xFF;
    }
    const StoredCostume damaged = read_whole_cost(payload, version);
    EXPECT_TRUE(damaged.records.number.empty());
    EXPECT_EQ(damaged.problems.size(), 2u);
    EXPECT_EQ(damaged.entry_offset, whole.entry_offset);
    EXPECT_EQ(damaged.entry_picture, whole.entry_picture);
    EXPECT_EQ(damaged.entry_reached, (std::vector<uint8_t>{0, 0, 0}));
  }
}

}  // namespace
}  // namespace wardrobe
