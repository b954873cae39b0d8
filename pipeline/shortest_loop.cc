#include "pipeline/shortest_loop.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace wardrobe {

uint32_t cut_to_shortest_loop(Timelines& timelines, Events& events, uint32_t start) {
  if (start == kNone) return kNone;
  const uint32_t before = timelines.tick_offset.back();
  const uint32_t* frames = timelines.tick.data() + before;
  const auto ticks = static_cast<uint32_t>(timelines.tick.size()) - before;
  const auto first_event = [&](uint32_t tick) {
    const uint32_t* column = std::as_const(events.tick).data();
    return std::lower_bound(column + timelines.event_offset.back(), column + events.tick.size(),
                            tick) -
           column;
  };
  // Whether `count` ticks from tick `a` on are the same as those from tick `b` on.
  const auto same = [&](uint32_t a, uint32_t b, uint32_t count) {
    if (!std::equal(frames + a, frames + a + count, frames + b)) return false;
    auto i = first_event(a);
    auto j = first_event(b);
    const auto end = first_event(a + count);
    if (end - i != first_event(b + count) - j) return false;
    for (; i < end; ++i, ++j) {
      if (events.tick[i] - a != events.tick[j] - b || events.limb[i] != events.limb[j] ||
          events.kind[i] != events.kind[j] || events.value[i] != events.value[j]) {
        return false;
      }
    }
    return true;
  };

  // The shortest period divides all others that divide the loop, so it is found prime by prime.
  const uint32_t size = ticks - start;
  uint32_t period = size;
  for (uint32_t rest = size, prime = 2; rest > 1; ++prime) {
    if (uint64_t{prime} * prime > rest) prime = rest;
    for (; rest % prime == 0; rest /= prime) {
      const uint32_t shorter = period / prime;
      if (same(start, start + shorter, size - shorter)) period = shorter;
    }
  }
  while (start > 0 && same(start - 1, start - 1 + period, 1)) --start;

  const uint32_t kept = start + period;
  const auto kept_events = static_cast<size_t>(first_event(kept));
  timelines.tick.resize(before + kept);
  truncate_table(events, kept_events);
  return start;
}

}  // namespace wardrobe
