#include "pipeline/bake.h"

#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "pipeline/pipeline.h"
#include "tests/pipeline/test_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

Tables packed_tables(const TestGame& game, uint32_t max_ticks = kDefaultMaxTicks) {
  PackWorkspace workspace;
  Result<Packed> packed = pack_game(game.input(), {.level = 1, .max_ticks = max_ticks}, workspace);
  EXPECT_TRUE(packed);
  return packed ? std::move(packed->tables) : Tables();
}

std::vector<Cel> baked_cels(const Tables& tables, uint32_t timeline, uint32_t tick) {
  const uint32_t frame = tables.timelines.tick[tables.timelines.tick_offset[timeline] + tick];
  const Cels& from = tables.cels;
  std::vector<Cel> cels;
  for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1]; ++i) {
    cels.push_back(
        {from.limb[i], from.flip[i], from.index[i], from.picture[i], from.x[i], from.y[i]});
  }
  return cels;
}

/// Plays a record live for its prologue and two loops and compares each tick with what was baked.
void expect_baked_is_live(const Tables& tables, uint32_t costume, uint32_t timeline) {
  const unsigned number = tables.records.number[timeline];
  Player player(tables, costume);
  player.begin(record_key(number, tables.costumes.directions[costume]));
  const Timelines& lines = tables.timelines;
  const uint32_t ticks = lines.tick_offset[timeline + 1] - lines.tick_offset[timeline];
  const uint32_t start = lines.loop_start[timeline];
  const uint32_t loop = start == kNone ? 0 : ticks - start;
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  for (uint32_t tick = 0; tick < ticks + 2 * loop; ++tick) {
    player.draw(cels);
    const uint32_t baked = tick < ticks ? tick : start + (tick - start) % loop;
    ASSERT_EQ(cels, baked_cels(tables, timeline, baked)) << "record " << number << " tick " << tick;
    player.step(events);
  }
}

TEST(Bake, IsTheTraceOfThePlayerForEveryTimelineOfTheSample) {
  for (const int version : {5, 6}) {
    const Tables tables = packed_tables({write_game(sample_rooms(version, 3), version, 0)});
    ASSERT_GT(tables.timelines.flags.size(), 200u);
    for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
      for (uint32_t row = tables.costumes.record_offset[costume];
           row < tables.costumes.record_offset[costume + 1]; ++row) {
        expect_baked_is_live(tables, costume, row);
      }
    }
  }
}

/// A game of one costume whose limbs 0 and 1 loop windows of 2 and 3 pictures.
TestGame two_periods() {
  CostBuilder builder;
  const uint32_t a = builder.picture(1, 1, 1);
  const uint32_t b = builder.picture(2, 1, 1);
  const uint32_t c = builder.picture(3, 1, 1);
  builder.table(0, {a, b});
  builder.table(1, {a, b, c});
  builder.tables().command = {0, 1, 0, 1, 2};
  builder.window(0, WindowMode::loop, 0, 2);
  builder.window(1, WindowMode::loop, 2, 3);
  builder.end_record(4);
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, builder.write(5)}};
  return {write_game({room}, 5, 0)};
}

TEST(Bake, LoopsAfterTheLeastCommonMultipleOfTheLimbsPeriods) {
  const Tables tables = packed_tables(two_periods());
  EXPECT_EQ(tables.timelines.tick_offset, (std::vector<uint32_t>{0, 6}));
  EXPECT_EQ(tables.timelines.loop_start, (std::vector<uint32_t>{0}));
  EXPECT_EQ(tables.timelines.flags[0], 0);
}

TEST(Bake, CutsAtTheLimitOfTicksAndSaysSo) {
  const Tables cut = packed_tables(two_periods(), 5);
  EXPECT_EQ(cut.timelines.tick_offset, (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(cut.timelines.loop_start, (std::vector<uint32_t>{kNone}));
  EXPECT_EQ(cut.timelines.flags[0], kTruncated);
  EXPECT_EQ(packed_tables(two_periods(), 6).timelines.flags[0], 0) << "just enough";
}

}  // namespace
}  // namespace wardrobe
