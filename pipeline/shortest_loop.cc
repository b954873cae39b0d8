#include "pipeline/shortest_loop.h"

#include <span>
#include <string_view>
#include <vector>

namespace wardrobe {

uint32_t cut_to_shortest_loop(Timelines& timelines, Events& events, uint32_t start) {
  if (start == kNone) return kNone;
  const uint32_t before = timelines.tick_offset.back();
  const std::span frames = std::span(timelines.tick).subspan(before);
  const auto ticks = static_cast<uint32_t>(frames.size());

  std::vector<uint32_t> first_event;  // by tick: its first row of events
  uint32_t row = timelines.event_offset.back();
  for (uint32_t tick = 0; tick <= ticks; ++tick) {
    while (row < events.tick.size() && events.tick[row] < tick) ++row;
    first_event.push_back(row);
  }
  const auto same = [&](uint32_t a, uint32_t b) {
    uint32_t i = first_event[a];
    uint32_t j = first_event[b];
    bool equal = frames[a] == frames[b] && first_event[a + 1] - i == first_event[b + 1] - j;
    for (; equal && i < first_event[a + 1]; ++i, ++j) {
      equal = events.limb[i] == events.limb[j] && events.kind[i] == events.kind[j] &&
              events.value[i] == events.value[j];
    }
    return equal;
  };

  // The failure function of Knuth, Morris and Pratt: for the first i + 1 ticks of the loop, the
  // length of the longest proper prefix that is also their suffix. The rest is the shortest period.
  // It counts only if it divides the loop.
  const uint32_t size = ticks - start;
  std::vector<uint32_t> border(size);
  for (uint32_t i = 1; i < size; ++i) {
    uint32_t length = border[i - 1];
    while (length > 0 && !same(start + i, start + length)) length = border[length - 1];
    border[i] = same(start + i, start + length) ? length + 1 : 0;
  }
  uint32_t period = size - border.back();
  if (size % period != 0) period = size;
  while (start > 0 && same(start - 1, start - 1 + period)) --start;

  const uint32_t kept = start + period;
  timelines.tick.resize(before + kept);
  for_each_column_of(events, [&](std::string_view, auto& c) { c.resize(first_event[kept]); });
  return start;
}

}  // namespace wardrobe
