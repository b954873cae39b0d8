#include "formats/player/trace.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/limits.h"

namespace wardrobe {
void Trace::end_tick() {
  cel_offset.push_back(static_cast<uint32_t>(cels.size()));
  event_offset.push_back(static_cast<uint32_t>(events.size()));
}

std::string_view event_name(EventKind kind) {
  constexpr std::array<std::string_view, kEventKinds> kNames = {
      "counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture"};
  return kNames[static_cast<size_t>(kind)];
}

std::string read_name(uint16_t read) {
  constexpr std::array<std::string_view, kReads - kReadRandom> kNames = {"random", "sound",
                                                                         "talking", "condition"};
  if (read < kReadRandom) return "var " + std::to_string(read);
  return std::string(kNames[read - kReadRandom]);
}

std::vector<std::string_view> flag_names(uint16_t flags) {
  constexpr std::array<std::pair<uint16_t, std::string_view>, 5> kNames = {
      {{kTruncated, "truncated"},
       {kDynamic, "dynamic"},
       {kStuck, "stuck"},
       {kMissingPicture, "missing-picture"},
       {kLost, "lost"}}};
  std::vector<std::string_view> names;
  for (const auto& [flag, name] : kNames) {
    if ((flags & flag) != 0) names.push_back(name);
  }
  return names;
}

std::string_view mode_name(WindowMode mode) {
  constexpr std::array<std::string_view, kWindowModes> kNames = {
      "empty", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"};
  return kNames[static_cast<size_t>(mode)];
}

Result<Trace> baked_trace(const TablesView& tables, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  const uint32_t first = lines.tick_offset[timeline];
  const auto frames = std::span(lines.tick).subspan(first, lines.tick_offset[timeline + 1] - first);
  const auto event_rows = rows_of(lines.event_offset, timeline);
  uint64_t cels = 0;
  for (const uint32_t frame : frames) cels += rows_of(tables.frames.cel_offset, frame).size();
  if (cels + frames.size() + event_rows.size() > kMaxTraceRows) {
    return Error{
        ErrorCode::limit, kNoOffset,
        "a timeline with more than " + limit_text(kMaxTraceRows) + " ticks, cels and events"};
  }
  std::vector<uint32_t> events;
  for (const uint32_t row : event_rows) events.push_back(row);
  // Archives need not sort them.
  std::ranges::stable_sort(events, {}, [&](uint32_t row) { return tables.events.tick[row]; });
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
