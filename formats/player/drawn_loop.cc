#include "formats/player/drawn_loop.h"

#include <utility>
#include <vector>

namespace wardrobe {
namespace {

/// Returns the shortest period of the `ticks` ticks from `start` on, among those that divide
/// `ticks`.
uint32_t period_of(uint32_t start, uint32_t ticks,
                   const std::function<bool(uint32_t, uint32_t)>& same) {
  // The failure function of Knuth, Morris and Pratt: the length of the longest proper prefix of the
  // first i + 1 ticks that is also their suffix.
  std::vector<uint32_t> border(ticks);
  for (uint32_t i = 1; i < ticks; ++i) {
    uint32_t size = border[i - 1];
    while (size > 0 && !same(start + i, start + size)) size = border[size - 1];
    border[i] = same(start + i, start + size) ? size + 1 : 0;
  }
  const uint32_t period = ticks - border[ticks - 1];
  return ticks % period == 0 ? period : ticks;
}

template <class T>
void append_bytes(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Loop whole_loop(const TablesView& tables, uint32_t timeline) {
  return {rows_of(tables.timelines.tick_offset, timeline).size(),
          tables.timelines.loop_start[timeline]};
}

Loop shortest_loop(const Loop& whole, const std::function<bool(uint32_t, uint32_t)>& same) {
  if (whole.start == kNone) return whole;
  const uint32_t period = period_of(whole.start, whole.ticks - whole.start, same);
  uint32_t start = whole.start;
  while (start > 0 && same(start - 1, start - 1 + period)) --start;
  return {start + period, start};
}

Loop LoopFinder::find(uint32_t timeline) {
  const Loop whole = whole_loop(tables_, timeline);
  if (by_ == LoopBy::state || whole.start == kNone || whole.ticks == 1) return whole;
  const auto rows = elements_at(tables_.timelines.tick_offset, tables_.timelines.tick, timeline);
  std::vector<uint32_t> ticks(rows.begin(), rows.end());
  if (by_ == LoopBy::looks) {
    for (uint32_t& tick : ticks) tick = look_of(tick);
  }
  return shortest_loop(whole, [&](uint32_t a, uint32_t b) { return ticks[a] == ticks[b]; });
}

uint32_t LoopFinder::look_of(uint32_t frame) {
  const auto [known, is_new] = look_.try_emplace(frame, frame);
  if (!is_new) return known->second;
  const CelsView& cels = tables_.cels;
  std::string drawn;
  for (const uint32_t cel : rows_of(tables_.frames.cel_offset, frame)) {
    append_bytes(drawn, cels.picture[cel]);
    append_bytes(drawn, cels.x[cel]);
    append_bytes(drawn, cels.y[cel]);
    append_bytes(drawn, cels.flip[cel]);
  }
  known->second = by_look_.try_emplace(std::move(drawn), frame).first->second;
  return known->second;
}

void cut_to(const Loop& loop, Trace& trace) {
  trace.cel_offset.resize(size_t{loop.ticks} + 1);
  trace.event_offset.resize(size_t{loop.ticks} + 1);
  trace.cels.resize(trace.cel_offset.back());
  trace.events.resize(trace.event_offset.back());
  trace.loop_start = loop.start;
}

}  // namespace wardrobe
