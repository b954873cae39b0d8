#include "formats/player/trace.h"

#include <array>

namespace wardrobe {
namespace {

/// A small archive can use the same large frame any number of times.
constexpr uint64_t kMaxCels = 16 << 20;

uint64_t count_cels(const Tables& tables, std::span<const uint32_t> frames) {
  uint64_t count = 0;
  for (const uint32_t frame : frames) {
    count += tables.frames.cel_offset[frame + 1] - tables.frames.cel_offset[frame];
  }
  return count;
}

void append_frame(const Tables& tables, uint32_t frame, std::vector<Cel>& out) {
  const Cels& cels = tables.cels;
  for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
    out.push_back(
        {cels.limb[i], cels.flip[i], cels.index[i], cels.picture[i], cels.x[i], cels.y[i]});
  }
}

/// The rows of Events by tick, in their order: archives need not sort them by tick.
std::vector<std::vector<uint32_t>> events_by_tick(const Tables& tables, uint32_t timeline,
                                                  size_t ticks) {
  std::vector<std::vector<uint32_t>> rows(ticks);
  for (const uint32_t row : rows_of(tables.timelines.event_offset, timeline)) {
    rows[tables.events.tick[row]].push_back(row);
  }
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

Result<Trace> baked_trace(const Tables& tables, uint32_t timeline) {
  const Timelines& lines = tables.timelines;
  const uint32_t first = lines.tick_offset[timeline];
  const auto frames = std::span(lines.tick).subspan(first, lines.tick_offset[timeline + 1] - first);
  const uint64_t cels = count_cels(tables, frames);
  if (cels > kMaxCels) {
    return Error{ErrorCode::limit, kNoOffset, "a timeline with more than 16 Mi cels"};
  }
  const auto events = events_by_tick(tables, timeline, frames.size());
  Trace trace;
  trace.cels.reserve(cels);
  trace.loop_start = lines.loop_start[timeline];
  for (size_t tick = 0; tick < frames.size(); ++tick) {
    append_frame(tables, frames[tick], trace.cels);
    for (const uint32_t row : events[tick]) {
      trace.events.push_back({tables.events.limb[row],
                              static_cast<EventKind>(tables.events.kind[row]),
                              tables.events.value[row]});
    }
    trace.end_tick();
  }
  return trace;
}

}  // namespace wardrobe
