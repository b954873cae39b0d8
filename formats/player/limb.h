#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/limits.h"
#include "formats/tables.h"

namespace wardrobe {

/// A picture that is drawn.
struct Cel {
  uint8_t limb = 0;
  uint8_t flip = 0;      ///< 1: columns from right to left
  uint16_t index = 0;    ///< in the limb's table; AKOS: number of the cel
  uint32_t picture = 0;  ///< row of Pictures
  int32_t x = 0;         ///< of the top left of what is drawn, from the actor's anchor
  int32_t y = 0;

  friend bool operator==(const Cel&, const Cel&) = default;
};

/// Something that a step meets besides pictures.
struct PlayerEvent {
  uint8_t limb = 0;
  EventKind kind = EventKind::counter;
  int32_t value = 0;  ///< FORMAT.md "events"

  friend bool operator==(const PlayerEvent&, const PlayerEvent&) = default;
};

/// What a limb is doing.
struct LimbState {
  bool on = false;
  bool stopped = false;  ///< steps, but is not drawn
  WindowMode mode = WindowMode::loop;
  uint16_t start = 0;     ///< of its window, in the costume's commands
  uint16_t length = 0;    ///< of its window
  uint16_t position = 0;  ///< in the costume's commands
  int32_t chore = -1;     ///< the last that gave it a window or switched it off; -1: none
  int32_t record = -1;    ///< … and the number of the record that it shows

  friend bool operator==(const LimbState&, const LimbState&) = default;
};

using LimbStates = std::array<LimbState, kLimbs>;

/// Where the next cel of a tick goes, moved by those before it.
struct Moves {
  int32_t x = 0;
  int32_t y = 0;
};

/// Draws a row of Entries: appends its cel, if it has a picture, and moves what comes behind it.
/// False where its picture is missing.
bool draw_entry(const Tables& tables, uint32_t entry, uint8_t limb, uint16_t index, bool flip,
                Moves& moves, std::vector<Cel>& cels);

/// The left edge of a picture `width` wide whose left edge is at `x` unless it is flipped.
constexpr int32_t left_edge(int32_t x, uint16_t width, bool flip) {
  return flip ? -x - (width - 1) : x;
}

}  // namespace wardrobe
