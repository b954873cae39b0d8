#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/player/player.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Cels and events of a player, tick by tick.
struct Trace {
  Offsets cel_offset;
  std::vector<Cel> cels;  ///< each tick in draw order
  Offsets event_offset;
  std::vector<PlayerEvent> events;  ///< of the step that ends the tick
  uint32_t loop_start = kNone;      ///< the tick after the last one, if the trace loops

  size_t ticks() const { return cel_offset.size() - 1; }
  std::span<const Cel> cels_at(size_t tick) const {
    return std::span(cels).subspan(cel_offset[tick], cel_offset[tick + 1] - cel_offset[tick]);
  }
  std::span<const PlayerEvent> events_at(size_t tick) const {
    return std::span(events).subspan(event_offset[tick],
                                     event_offset[tick + 1] - event_offset[tick]);
  }
  /// Ends a tick. All cels and events appended since the last call belong to it.
  void end_tick();
};

/// The name of a kind of event, such as "sound".
std::string_view event_name(EventKind kind);

/// The name of a value of timelines.read: "var 3", "random", "sound", "talking", "condition".
std::string read_name(uint16_t read);

/// The names of the flags of a timeline.
std::vector<std::string_view> flag_names(uint16_t flags);

/// The name of what a record does to a limb, such as "loop".
std::string_view mode_name(WindowMode mode);

/// Returns the trace of a row of Timelines. The tables must be valid. An error if the trace would
/// be longer than kMaxTraceRows.
Result<Trace> baked_trace(const TablesView& tables, uint32_t timeline);

}  // namespace wardrobe
