#include "formats/player/drawn_loop.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

/// Returns the shortest loop of `ticks`, whose loop starts at `start`. Ticks with the same letter
/// are equal.
Loop shortest(std::string_view ticks, uint32_t start) {
  return shortest_loop({static_cast<uint32_t>(ticks.size()), start},
                       [&](uint32_t a, uint32_t b) { return ticks[a] == ticks[b]; });
}

TEST(ShortestLoop, LoopsThatRepeatBecomeOnePass) {
  EXPECT_EQ(shortest("abcabcabc", 0), (Loop{3, 0}));
  EXPECT_EQ(shortest("aaaa", 0), (Loop{1, 0}));
  EXPECT_EQ(shortest("xyabab", 2), (Loop{4, 2}));
}

TEST(ShortestLoop, APeriodThatDoesNotDivideTheLoopIsNone) {
  EXPECT_EQ(shortest("abcab", 0), (Loop{5, 0}));
  EXPECT_EQ(shortest("aabaa", 0), (Loop{5, 0}));
  EXPECT_EQ(shortest("abaaba", 0), (Loop{3, 0}));
}

TEST(ShortestLoop, TicksBeforeTheLoopThatContinueItBackwardsAreInIt) {
  EXPECT_EQ(shortest("cabc", 1), (Loop{3, 0}));
  EXPECT_EQ(shortest("xbcabcabc", 3), (Loop{4, 1}));
  EXPECT_EQ(shortest("aaab", 2), (Loop{4, 2}));
  EXPECT_EQ(shortest("aaaa", 3), (Loop{1, 0}));
  EXPECT_EQ(shortest("ababcab", 5), (Loop{7, 5}));
}

TEST(ShortestLoop, WhatHasNoLoopStaysAsItIs) {
  EXPECT_EQ(shortest("aaaa", kNone), (Loop{4, kNone}));
  EXPECT_EQ(shortest("a", kNone), (Loop{1, kNone}));
  EXPECT_EQ(shortest("a", 0), (Loop{1, 0}));
}

/// Returns the letter that `loop` shows at `tick`.
char shown(std::string_view ticks, const Loop& loop, size_t tick) {
  if (tick < loop.ticks) return ticks[tick];
  return ticks[loop.start + (tick - loop.start) % (loop.ticks - loop.start)];
}

TEST(ShortestLoop, AllShortSequencesAreShownByNoShorterLoop) {
  constexpr uint32_t kLongest = 9;
  for (uint32_t size = 1; size <= kLongest; ++size) {
    for (uint32_t bits = 0; bits < 1u << size; ++bits) {
      std::string ticks;
      for (uint32_t i = 0; i < size; ++i) ticks += (bits >> i & 1) != 0 ? 'b' : 'a';
      for (uint32_t start = 0; start < size; ++start) {
        const auto shows_the_same = [&](const Loop& loop) {
          for (size_t tick = 0; tick < size_t{4} * kLongest; ++tick) {
            if (shown(ticks, loop, tick) != shown(ticks, {size, start}, tick)) return false;
          }
          return true;
        };
        const Loop found = shortest(ticks, start);
        ASSERT_TRUE(shows_the_same(found)) << ticks << " from " << start;
        for (Loop less{found.ticks - 1, 0}; less.start < less.ticks; ++less.start) {
          ASSERT_FALSE(shows_the_same(less)) << ticks << " from " << start;
        }
      }
    }
  }
}

TEST(ShortestLoop, MillionsOfTicksTakeNoTime) {
  const uint32_t half = 1 << 20;
  std::string ticks = std::string(half - 1, 'a') + 'b';
  EXPECT_EQ(shortest(ticks + ticks, 0), (Loop{half, 0}));
  EXPECT_EQ(shortest(std::string(half, 'a') + ticks, half), (Loop{2 * half, half}));
}

class LoopFinderTest : public testing::Test {
 protected:
  /// Adds a frame of these cels; returns its row.
  uint32_t add_frame(const std::vector<Cel>& frame) {
    for (const Cel& cel : frame) {
      tables.cels.limb.push_back(cel.limb);
      tables.cels.index.push_back(cel.index);
      tables.cels.picture.push_back(cel.picture);
      tables.cels.x.push_back(cel.x);
      tables.cels.y.push_back(cel.y);
      tables.cels.flip.push_back(cel.flip);
    }
    tables.frames.cel_offset.push_back(static_cast<uint32_t>(tables.cels.limb.size()));
    return static_cast<uint32_t>(tables.frames.cel_offset.rows() - 1);
  }

  /// Returns the loop that LoopFinder finds in a timeline of `frames`, which loops as a whole.
  Loop loop_of(const std::vector<uint32_t>& frames, LoopBy by) {
    tables.timelines.tick = {frames.begin(), frames.end()};
    tables.timelines.tick_offset = {0, static_cast<uint32_t>(frames.size())};
    tables.timelines.loop_start = {0};
    return LoopFinder(tables, by).find(0);
  }

  Tables tables;
};

TEST_F(LoopFinderTest, FramesThatLookTheSameAreTheSameWhicheverLimbDrawsThem) {
  const uint32_t one = add_frame({{.limb = 0, .index = 3, .picture = 7, .x = 5, .y = -5}});
  const uint32_t same = add_frame({{.limb = 2, .index = 1, .picture = 7, .x = 5, .y = -5}});
  const uint32_t none = add_frame({});
  const std::vector<uint32_t> frames = {one, none, same, none};
  EXPECT_EQ(loop_of(frames, LoopBy::looks), (Loop{2, 0}));
  EXPECT_EQ(loop_of(frames, LoopBy::cels), (Loop{4, 0}));
  EXPECT_EQ(loop_of({one, none, one, none}, LoopBy::cels), (Loop{2, 0}));
  EXPECT_EQ(loop_of({one, none, one, none}, LoopBy::state), (Loop{4, 0}));
}

TEST_F(LoopFinderTest, PicturePlaceFlipAndOrderAreSeen) {
  const Cel cel{.picture = 1, .x = 2, .y = 3};
  const uint32_t one = add_frame({cel});
  std::vector<Cel> others(4, cel);
  others[0].picture = 2;
  others[1].x = 1;
  others[2].y = 1;
  others[3].flip = 1;
  for (const Cel& other : others) {
    EXPECT_EQ(loop_of({one, add_frame({other})}, LoopBy::looks), (Loop{2, 0}));
  }
  const uint32_t in_order = add_frame({cel, others[0]});
  const uint32_t in_another = add_frame({others[0], cel});
  EXPECT_EQ(loop_of({in_order, in_another}, LoopBy::looks), (Loop{2, 0}));
  EXPECT_EQ(loop_of({one, in_order}, LoopBy::looks), (Loop{2, 0}));
}

TEST(CutTo, LeavesTheTicksOfALoop) {
  Trace trace;
  for (int32_t tick = 0; tick < 6; ++tick) {
    trace.cels.push_back({.x = tick % 2});
    trace.events.push_back({.value = tick});
    trace.end_tick();
  }
  trace.loop_start = 0;
  cut_to({2, 0}, trace);
  ASSERT_EQ(trace.ticks(), 2u);
  EXPECT_EQ(trace.cels_at(1)[0].x, 1);
  EXPECT_EQ(trace.events_at(1)[0].value, 1);
  EXPECT_EQ(trace.cels.size() + trace.events.size(), 4u);
}

}  // namespace
}  // namespace wardrobe
