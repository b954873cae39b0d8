#include "formats/player/trace.h"

#include <algorithm>
#include <array>

#include "formats/limits.h"

namespace wardrobe {
namespace {

uint64_t count_cels(const TablesView& tables, std::span<const uint32_t> frames) {
  uint64_t count = 0;
  for (const uint32_t frame : frames) {
    count += tables.frames.cel_offset[frame + 1] - tables.frames.cel_offset[frame];
  }
  return count;
}

/// Returns the timeline's rows of Events, stably sorted by tick, because archives need not sort
/// them.
std::vector<uint32_t> events_by_tick(const TablesView& tables, uint32_t timeline) {
  std::vector<uint32_t> rows;
  for (const uint32_t row : rows_of(tables.timelines.event_offset, timeline)) rows.push_back(row);
  std::ranges::stable_sort(rows, {}, [&](uint32_t row) { return tables.events.tick[row]; });
  return rows;
}

}  // namespace

void Trace::end_tick() {
  cel_offset.push_back(static_cast<uint32_t>(cels.size()));
  event_offset.push_back(static_cast<uint32_t>(events.size()));
}

std::string_view event_name(EventKind kind) {
  constexpr std::array<std::string_view, kEventKinds> kNames = {
      "counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset"};
  return kNames[static_cast<size_t>(kind)];
}

std::string read_name(uint16_t read) {
  constexpr std::array<std::string_view, kReads - kReadRandom> kNames = {"random", "sound",
                                                                         "talking", "condition"};
  if (read < kReadRandom) return "var " + std::to_string(read);
  return std::string(kNames[read - kReadRandom]);
}

Result<Trace> baked_trace(const TablesView& tables, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  const uint32_t first = lines.tick_offset[timeline];
  const auto frames = std::span(lines.tick).subspan(first, lines.tick_offset[timeline + 1] - first);
  const uint64_t cels = count_cels(tables, frames);
  if (cels + frames.size() + rows_of(lines.event_offset, timeline).size() > kMaxTraceRows) {
    return Error{
        ErrorCode::limit, kNoOffset,
        "a timeline with more than " + limit_text(kMaxTraceRows) + " ticks, cels and events"};
  }
  const std::vector<uint32_t> events = events_by_tick(tables, timeline);
  auto event = events.begin();
  Trace trace;
  trace.cels.reserve(cels);
  trace.loop_start = lines.loop_start[timeline];
  for (size_t tick = 0; tick < frames.size(); ++tick) {
    for (const uint32_t row : rows_of(tables.frames.cel_offset, frames[tick])) {
      trace.cels.push_back(cel_at(tables.cels, row));
    }
    for (; event != events.end() && tables.events.tick[*event] == tick; ++event) {
      trace.events.push_back(
          {tables.events.limb[*event], tables.events.kind[*event], tables.events.value[*event]});
    }
    trace.end_tick();
  }
  return trace;
}

}  // namespace wardrobe
