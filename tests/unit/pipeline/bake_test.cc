#include "pipeline/bake.h"

#include <gtest/gtest.h>

#include "formats/limits.h"
#include "formats/player.h"
#include "pipeline/parallel.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tests/unit/pipeline/bake_games.h"

namespace wardrobe {
namespace {

// What loops, events and flags costumes have is compared with another player by oracle/play.

TEST(Bake, StoresEachFrameOfACostumeOnce) {
  CostBuilder builder = four_pictures(1);
  builder.record(kSouthOf2, 0, {2, 0, 2, 0, 3});
  builder.record(kSouthOf2 + 4, 0, {3, 2});
  const Tables tables = packed_tables(game_of(builder.write(Version::v5), Version::v5));
  EXPECT_EQ(tables.timelines.tick, (std::vector<uint32_t>{0, 1, 0, 1, 2, 2, 0}));
  EXPECT_EQ(tables.timelines.tick_offset, (std::vector<uint32_t>{0, 5, 7}));
  EXPECT_EQ(tables.frames.cel_offset, (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(tables.cels.index, (std::vector<uint16_t>{2, 0, 3}));
}

constexpr size_t kEvents = size_t{14} * 120;  // events of one tick of costume_of_events()

/// Returns a costume with one record, which repeats after first × second ticks if these have no
/// common factor. Each tick takes kEvents + 1 rows, and each of its frames kLimbs.
std::vector<uint8_t> costume_of_events(uint16_t first, uint16_t second) {
  CostBuilder builder = four_pictures(kLimbs);
  Column<uint8_t>& commands = builder.tables().command;
  for (uint8_t limb = 0; limb < kLimbs; ++limb) {
    const auto start = static_cast<uint16_t>(commands.size());
    const uint16_t length = limb == 0 ? first : limb == 1 ? second : 121;
    for (uint16_t i = 0; i < length; ++i) {
      commands.push_back(limb >= 2 && i > 0 ? 0x7C : i + 1 < length ? 0 : 1);
    }
    builder.window(limb, WindowMode::loop, start, length);
  }
  builder.end_record(kSouthOf2);
  return builder.write(Version::v5);
}

size_t rows_in(const Tables& tables) {
  return tables.events.tick.size() + tables.timelines.tick.size() + tables.cels.limb.size();
}

TEST(Bake, TruncatesACostumeAtTwoMillionRows) {
  constexpr size_t kMaxRows = 2 << 20;
  const Tables tables = packed_tables(game_of(costume_of_events(61, 67), Version::v5));
  EXPECT_EQ(tables.timelines.flags, (std::vector<uint16_t>{kTruncated}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{kNone}));
  EXPECT_GT(rows_in(tables), kMaxRows);
  EXPECT_LE(rows_in(tables), kMaxRows + kEvents + 1 + kLimbs);
}

/// Returns a game whose last costume is cut in the first round, and gets what the others leave.
TestGame last_costume_cut() {
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  for (uint16_t id = 1; id <= 3; ++id) room.costumes.push_back({{id}, costume_of_events(23, 24)});
  room.costumes.push_back({{4}, costume_of_events(61, 67)});
  return {write_game({room}, Version::v5, 0)};
}

TEST(Bake, CanBeCancelledInItsSecondRound) {
  constexpr size_t kFirstRound = 1 + 4;  // the start, and each costume
  Tables tables = packed_tables(last_costume_cut());
  tables.timelines = {};
  tables.frames = {};
  tables.cels = {};
  tables.events = {};
  size_t reports = 0;
  Progress progress([&](uint32_t, uint32_t) { return ++reports <= kFirstRound; });
  run_with_threads(1, [&] {
    EXPECT_TRUE(progress.start_stage(Progress::kTotal));
    bake(tables, kDefaultMaxTicks, progress);
  });
  EXPECT_TRUE(progress.cancelled());
  EXPECT_EQ(tables.timelines.flags.size(), 0u);
}

TEST(Bake, GivesACostumeThatIsCutWhatOthersLeaveOfTheGamesRows) {
  const Tables tables = packed_tables(last_costume_cut());
  EXPECT_EQ(tables.timelines.flags, (std::vector<uint16_t>{0, 0, 0, kTruncated}));
  uint64_t bytes = 0;
  for (const uint32_t size : tables.costumes.size) bytes += size;
  EXPECT_GT(rows_in(tables), kGameRows.of(bytes));
  EXPECT_LE(rows_in(tables), kGameRows.of(bytes) + kEvents + 1 + kLimbs);
}

TEST(Bake, TruncatesACostumeAt32MillionCommands) {
  // The program, at 0: v5 += 1; a conditional jump that reads v5; cel 0, drawn 255 times; goto 0.
  AkosBuilder builder;
  builder.tables.color.resize(16);
  builder.cel(1, 1, 1);
  std::vector<uint8_t> codes{0, 0xC0, 0x40, 1, 0, 5, 0xC0, 0x70, 0, 0, 5, 0xFF, 0x7F};
  codes.insert(codes.end(), {0xC0, 0x20, 255});
  for (int i = 0; i < 255; ++i) codes.insert(codes.end(), {0, 0, 0, 0, 0});
  codes.insert(codes.end(), {0xC0, 0x30, 0, 0});
  const std::vector<AkosBuilder::Window> windows(1, {0, WindowMode::program, codes});
  constexpr unsigned kRecords = 40;
  for (unsigned record = 0; record < kRecords; ++record) {
    builder.tables.command.clear();
    builder.record(kSouthOf2 + 4 * record, windows);
  }
  for (uint16_t& start : builder.tables.windows.start) start = 0;
  const Tables tables = packed_tables(game_of(builder.write(), Version::v7, Kind::akos));
  ASSERT_EQ(tables.timelines.flags.size(), kRecords);
  EXPECT_EQ(rows_of(tables.timelines.tick_offset, 0).size(), kDefaultMaxTicks);
  EXPECT_EQ(rows_of(tables.timelines.tick_offset, kRecords - 1).size(), 1u)
      << "every timeline has a tick";
}

constexpr uint8_t kHide = 0x7B;
constexpr uint8_t kSound = 0x71;  // in version 6

/// A game of one costume. Its limb 0 loops four pictures; its limb 1 plays `commands`.
TestGame four_pictures_and(const std::vector<uint8_t>& commands, WindowMode mode) {
  CostBuilder builder = four_pictures(2);
  builder.tables().command = {0, 1, 2, 3};
  builder.tables().command.insert(builder.tables().command.end(), commands.begin(), commands.end());
  builder.window(0, WindowMode::loop, 0, 4);
  builder.window(1, mode, 4, static_cast<uint16_t>(commands.size()));
  builder.end_record(kSouthOf2);
  return game_of(builder.write(Version::v6), Version::v6);
}

TEST(Bake, HasAsFewTicksBeforeTheLoopAsPossible) {
  const Tables tables = packed_tables(
      four_pictures_and({kHide, kHide, kHide, kHide, kHide, kHide}, WindowMode::once));
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{0}));
  // The step from tick 1 to 2 meets a sound, once.
  const Tables sound =
      packed_tables(four_pictures_and({kHide, kHide, kSound, kHide, kHide}, WindowMode::once));
  EXPECT_EQ(shown(sound, 0), (std::vector<int>{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(sound.timelines.loop_start, (std::vector<uint32_t>{2}));
  EXPECT_EQ(sound.events.tick, (std::vector<uint32_t>{1}));
}

TEST(Bake, LoopsWhenTheLastLimbDoes) {
  CostBuilder builder = four_pictures(2);
  builder.tables().command = {0, 1, 2, kHide};
  builder.window(0, WindowMode::once, 0, 3);
  builder.window(1, WindowMode::loop, 3, 1);
  builder.end_record(kSouthOf2);
  const Tables tables = packed_tables(game_of(builder.write(Version::v6), Version::v6));
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{2}));
}

TEST(Bake, CountsTicksThatRepeatOthersTowardsTheLimitOfRows) {
  constexpr unsigned kRecords = 12;
  CostBuilder builder = four_pictures(3);
  builder.tables().command.resize(59 + 61 + 67);
  for (unsigned record = 0; record < kRecords; ++record) {
    builder.window(0, WindowMode::loop, 0, 59);
    builder.window(1, WindowMode::loop, 59, 61);
    builder.window(2, WindowMode::loop, 59 + 61, 67);
    builder.end_record(static_cast<uint16_t>(kSouthOf2 + 4 * record));
  }
  const Tables tables = packed_tables(game_of(builder.write(Version::v5), Version::v5), 1 << 20);
  EXPECT_EQ(rows_of(tables.timelines.tick_offset, 0).size(), 1u);
  EXPECT_EQ(tables.timelines.flags[0], 0);
  EXPECT_EQ(tables.timelines.flags[kRecords - 1], kTruncated);
}

/// Returns a game of an AKOS with four cels, of width 1 to 4, and one record, which runs a program.
TestGame program(const std::vector<uint8_t>& codes) {
  AkosBuilder builder;
  builder.tables.color.resize(16);
  for (uint16_t width = 1; width <= 4; ++width) builder.cel(width, 1, 1);
  builder.record(kSouthOf2, {{0, WindowMode::program, codes}});
  return game_of(builder.write(), Version::v7, Kind::akos);
}

TEST(Bake, FindsTheFirstRoundOfALoopThatReadsAVariable) {
  // Cel 0; if v5 is 1 goto 0; cel 1; goto 0. At tick 0, v5 has not been read yet.
  const Tables tables = packed_tables(program({0, 0xC0, 0x70, 0, 0, 5, 1, 0, 1, 0xC0, 0x30, 0, 0}));
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{0}));
  EXPECT_EQ(tables.timelines.read, (std::vector<uint16_t>{5}));
}

TEST(Bake, TruncatesAProgramAtTheLimitOfTicks) {
  // The program increments v5 forever, and reads it.
  const TestGame game =
      program({0, 0xC0, 0x40, 1, 0, 5, 0xC0, 0x70, 13, 0, 5, 0, 0x40, 1, 0xC0, 0x30, 0, 0});
  const Tables tables = packed_tables(game, 7);
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{kNone}));
  EXPECT_EQ(tables.timelines.flags, (std::vector<uint16_t>{kDynamic | kTruncated}));
}

/// Returns a game in which costume 0 takes 61 · 67 ticks of 16 limbs. The other costumes take a few
/// ticks each, so a second worker, if there is one, finishes them long before costume 0 is done.
TestGame slow_first_costume() {
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  CostBuilder slow = four_pictures(kLimbs);
  for (uint8_t limb = 0; limb < kLimbs; ++limb) {
    const auto start = static_cast<uint16_t>(slow.tables().command.size());
    const uint16_t length = limb % 2 == 0 ? 61 : 67;
    for (uint16_t i = 0; i < length; ++i) slow.tables().command.push_back(i % 4);
    slow.window(limb, WindowMode::loop, start, length);
  }
  slow.end_record(kSouthOf2);
  room.costumes.push_back({{1}, slow.write(Version::v5)});
  for (uint16_t id = 2; id <= 60; ++id) {
    CostBuilder builder = four_pictures(1);
    std::vector<uint8_t> commands(id, 2);
    commands[0] = 3;
    builder.record(kSouthOf2, 0, commands);
    room.costumes.push_back({{id}, builder.write(Version::v5)});
  }
  return {write_game({room}, Version::v5, 0)};
}

TEST(Bake, KeepsTimelinesInTheOrderOfCostumes) {
  const Tables tables = packed_tables(slow_first_costume());
  ASSERT_EQ(tables.timelines.loop_start.size(), 60u);
  EXPECT_EQ(rows_of(tables.timelines.tick_offset, 0).size(), 61u * 67);
  const size_t frames = tables.frames.cel_offset.rows();
  for (uint32_t row = 1; row < 60; ++row) {
    EXPECT_EQ(rows_of(tables.timelines.tick_offset, row).size(), row + 1);
    EXPECT_EQ(shown(tables, row)[0], 3);
    EXPECT_EQ(tables.timelines.tick[tables.timelines.tick_offset[row]], frames - 2 * (60 - row));
  }
}

}  // namespace
}  // namespace wardrobe
