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

/// What a player drew and met, one row a tick.
struct Trace {
  Offsets cel_offset;
  std::vector<Cel> cels;  ///< of a tick in draw order
  Offsets event_offset;
  std::vector<PlayerEvent> events;  ///< of the step that left the tick
  uint32_t loop_start = kNone;      ///< tick that follows the last one, if it comes back

  size_t ticks() const { return cel_offset.size() - 1; }
  std::span<const Cel> cels_at(size_t tick) const {
    return std::span(cels).subspan(cel_offset[tick], cel_offset[tick + 1] - cel_offset[tick]);
  }
  std::span<const PlayerEvent> events_at(size_t tick) const {
    return std::span(events).subspan(event_offset[tick],
                                     event_offset[tick + 1] - event_offset[tick]);
  }
  /// Makes what was appended to cels and events since the last call a tick.
  void end_tick();
};

/// The name of a kind of events, such as "sound".
std::string_view event_name(EventKind kind);

/// The name of what a timeline reads, a value of timelines.read: "var 3", "random", "sound",
/// "talking", "condition".
std::string read_name(uint16_t read);

/// A row of Timelines, of valid tables. An error where it has more than 16 Mi cels.
Result<Trace> baked_trace(const Tables& tables, uint32_t timeline);

}  // namespace wardrobe
