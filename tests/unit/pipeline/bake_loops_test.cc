#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/bake_games.h"

namespace wardrobe {
namespace {

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

TEST(BakeLoops, LoopsWhenTheCelsRepeatWhateverLimbsThatDrawNothingDo) {
  const TestGame game = four_pictures_and({kHide, kHide, kHide}, WindowMode::loop);
  const Tables tables = packed_tables(game, 12);
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{0}));
  const Tables cut = packed_tables(game, 11);
  EXPECT_EQ(cut.timelines.flags, (std::vector<uint16_t>{kTruncated})) << "the state repeats later";
  EXPECT_EQ(shown(cut, 0).size(), 11u);
}

TEST(BakeLoops, LoopsWhenTheEventsRepeat) {
  // Limb 1 rests three times, then meets a sound.
  const Tables tables =
      packed_tables(four_pictures_and({kHide, kHide, kHide, kSound}, WindowMode::loop));
  EXPECT_EQ(shown(tables, 0), (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(tables.events.tick, (std::vector<uint32_t>{2, 5, 8, 11}));
  // Here it rests twice, so events repeat in every other tick.
  const Tables even = packed_tables(four_pictures_and({kHide, kHide, kSound}, WindowMode::loop));
  EXPECT_EQ(shown(even, 0), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(even.events.tick, (std::vector<uint32_t>{1, 3}));
}

TEST(BakeLoops, HasAsFewTicksBeforeTheLoopAsPossible) {
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

TEST(BakeLoops, CountsTicksThatRepeatOthersTowardsTheLimitOfRows) {
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

}  // namespace
}  // namespace wardrobe
