#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "formats/player/trace.h"
#include "formats/tables.h"

namespace wardrobe {

/// `ticks` is the number of ticks of a timeline to show; `start` is the tick that follows the last
/// one. kNone: the timeline was cut and does not loop.
struct Loop {
  uint32_t ticks = 0;
  uint32_t start = kNone;

  friend bool operator==(const Loop&, const Loop&) = default;
};

/// Returns the loop of a row of Timelines, as baked.
Loop whole_loop(const TablesView& tables, uint32_t timeline);

/// Returns the shortest loop equivalent to `whole`, with as few ticks before it as possible.
/// `same(a, b)` tells whether two ticks are the same; it is called a few times for each tick.
Loop shortest_loop(const Loop& whole, const std::function<bool(uint32_t, uint32_t)>& same);

/// The part of the state that must repeat to close a loop. Limbs that draw nothing, or never
/// change, have periods of their own, so the whole state can take hundreds of times as long to
/// repeat as the drawing does.
enum class LoopBy : uint8_t {
  looks,  ///< the same pictures at the same places, in the same order
  cels,   ///< as looks, and from the same slots of the same limbs
  state,  ///< the whole state
};

/// Finds the loops of timelines. The tables must outlive it.
class LoopFinder {
 public:
  LoopFinder(const TablesView& tables, LoopBy by) : tables_(tables), by_(by) {}

  /// Finds the loop of a row of Timelines.
  Loop find(uint32_t timeline);

 private:
  uint32_t look_of(uint32_t frame);

  const TablesView tables_;
  LoopBy by_;
  std::unordered_map<uint32_t, uint32_t> look_;  ///< row of Frames → the first that looks the same
  std::unordered_map<std::string, uint32_t> by_look_;  ///< what a frame draws → its first row
};

/// Removes all ticks after the loop.
void cut_to(const Loop& loop, Trace& trace);

}  // namespace wardrobe
