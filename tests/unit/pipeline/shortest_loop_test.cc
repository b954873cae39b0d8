#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/bake.h"

namespace wardrobe {
namespace {

struct Loop {
  size_t ticks = 0;
  uint32_t start = kNone;

  friend bool operator==(const Loop&, const Loop&) = default;
};

/// Cuts a timeline whose loop starts at `start`. Ticks with the same letter are equal: those of the
/// same letter in upper or lower case have the same frame, and those in upper case an event.
Loop shortest(std::string_view ticks, uint32_t start) {
  Timelines lines;
  Events events;
  lines.tick = {7, 7};  // of another timeline
  lines.tick_offset.push_back(2);
  lines.event_offset.push_back(1);
  const auto add_event = [&](uint32_t tick, int32_t value) {
    events.tick.push_back(tick);
    events.limb.push_back(0);
    events.kind.push_back(EventKind::counter);
    events.value.push_back(value);
  };
  add_event(1, 0);
  for (uint32_t tick = 0; tick < ticks.size(); ++tick) {
    lines.tick.push_back(static_cast<uint32_t>(ticks[tick] | 0x20));
    if (ticks[tick] < 'a') add_event(tick, 3);
  }
  const uint32_t found = cut_to_shortest_loop(lines, events, start);
  const std::string kept(ticks.substr(0, lines.tick.size() - 2));
  EXPECT_EQ(events.tick.size() - 1, std::ranges::count_if(kept, [](char c) { return c < 'a'; }));
  return {kept.size(), found};
}

TEST(ShortestLoop, WhatHasNoLoopStaysAsItIs) {
  EXPECT_EQ(shortest("aaaa", kNone), (Loop{4, kNone}));
  EXPECT_EQ(shortest("a", 0), (Loop{1, 0}));
}

/// Returns the letter that `loop` shows at `tick`.
char shown(std::string_view ticks, const Loop& loop, size_t tick) {
  if (tick < loop.ticks) return ticks[tick];
  return ticks[loop.start + (tick - loop.start) % (loop.ticks - loop.start)];
}

TEST(ShortestLoop, AllShortSequencesAreShownByNoShorterLoop) {
  constexpr uint32_t kLongest = 7;
  uint32_t sequences = 1;
  for (uint32_t size = 1; size <= kLongest; ++size) {
    sequences *= 3;
    for (uint32_t number = 0; number < sequences; ++number) {
      std::string ticks;
      for (uint32_t left = number; ticks.size() < size; left /= 3) ticks += "aAb"[left % 3];
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

}  // namespace
}  // namespace wardrobe
