#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "formats/limits.h"
#include "formats/tables.h"

namespace wardrobe {

/// A set of limbs: bit i is limb i.
using LimbMask = uint16_t;
inline constexpr LimbMask kAllLimbs = 0xFFFF;

constexpr bool contains(LimbMask limbs, size_t limb) { return (limbs >> limb & 1) != 0; }

/// Calls visit(limb) for every limb of a set, in rising order.
template <class Visit>
void for_each_limb(LimbMask limbs, const Visit& visit) {
  for (unsigned left = limbs; left != 0; left &= left - 1) {
    visit(static_cast<size_t>(std::countr_zero(left)));
  }
}

/// A drawn picture.
struct Cel {
  uint8_t limb = 0;
  uint8_t flip = 0;      ///< 1: mirrored
  uint16_t index = 0;    ///< slot of the limb's table; AKOS: cel number
  uint32_t picture = 0;  ///< row of Pictures
  int32_t x = 0;         ///< of the top left corner, relative to the actor's anchor
  int32_t y = 0;

  friend bool operator==(const Cel&, const Cel&) = default;
};

/// A row of Cels.
inline Cel cel_at(const CelsView& cels, uint32_t row) {
  return {cels.limb[row],    cels.flip[row], cels.index[row],
          cels.picture[row], cels.x[row],    cels.y[row]};
}

/// An event: an effect of a command other than drawing, or a stuck limb.
struct PlayerEvent {
  uint8_t limb = 0;
  EventKind kind = EventKind::counter;
  int32_t value = 0;  ///< FORMAT.md "events"

  friend bool operator==(const PlayerEvent&, const PlayerEvent&) = default;
};

/// The state of a limb.
struct LimbState {
  bool stopped = false;  ///< steps, but is not drawn
  WindowMode mode = WindowMode::loop;
  uint16_t start = 0;     ///< of its window, in the costume's commands
  uint16_t length = 0;    ///< of its window
  uint16_t position = 0;  ///< in the costume's commands
  int32_t chore = -1;     ///< the last chore that gave it a window or switched it off; -1: none
  int32_t record = -1;    ///< number of the record through which the chore did so; -1: none

  friend bool operator==(const LimbState&, const LimbState&) = default;
};

/// The states of all limbs.
struct LimbStates : std::array<LimbState, kLimbs> {
  LimbMask on = 0;  ///< the limbs that are on
};

/// Sum of the moves of the cels drawn so far in a tick (SCUMM.md §4 "Draw").
struct Moves {
  int32_t x = 0;
  int32_t y = 0;
};

/// Returns the left edge of a picture of this width. `x` is its left edge when it is not flipped;
/// `unit` is PlayerRules::flip_unit.
constexpr int64_t left_edge(int64_t x, uint16_t width, bool flip, int32_t unit = 1) {
  return flip ? -x - (width - unit) : x;
}

/// A row of Entries, as drawing needs it.
struct DrawnEntry {
  uint32_t picture = kNone;
  int16_t x = 0;
  int16_t y = 0;
  int16_t xinc = 0;
  int16_t yinc = 0;
  uint16_t width = 0;
  EntryState state = EntryState::empty;

  /// Appends the cel to `cels`, if there is a picture, and adds the move to `moves`. Returns false
  /// if the picture is missing. `unit` is PlayerRules::flip_unit.
  bool draw(uint8_t limb, uint16_t index, bool flip, int32_t unit, Moves& moves,
            std::vector<Cel>& cels) const {
    if (state == EntryState::empty || state == EntryState::missing) {
      return state == EntryState::empty;
    }
    if (state == EntryState::picture) {
      cels.push_back({limb, flip ? uint8_t{1} : uint8_t{0}, index, picture,
                      static_cast<int32_t>(left_edge(moves.x + x, width, flip, unit)),
                      moves.y + y});
    }
    moves.x += xinc;
    moves.y -= yinc;
    return true;
  }
};

/// Returns the entries of a limb table, in order.
std::vector<DrawnEntry> drawn_entries(const TablesView& tables, uint32_t limb_table);

}  // namespace wardrobe
