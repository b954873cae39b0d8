#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/player/akos_program.h"
#include "formats/player/cost_program.h"
#include "formats/player/direction.h"
#include "formats/player/limb.h"
#include "formats/player/rules.h"
#include "formats/tables.h"

namespace wardrobe {

/// Plays a costume tick by tick, as engines do: SCUMM.md §3 to §6. It is a small state machine over
/// the tables of an archive, which must be valid and outlive it. To play a tick, call draw(), then
/// step(). Live replay and baked timelines use the same player.
class Player {
 public:
  Player(const TablesView& tables, uint32_t costume);

  /// Switches all limbs off, clears all stop bits, and faces `facing`. `appears` tells whether the
  /// first start() then applies the chores with which actors appear. A new player is reset, faces
  /// South, and its actor appears.
  void reset(Direction facing, bool appears = true);

  /// Starts a chore in the actor's direction, on the limbs of its record that are also in `limbs`.
  /// If the actor appears with it, all limbs first start the chores that come before it in the
  /// game's version: init, unless it is init itself; in versions 1 and 2 stand, init and stop
  /// talking (FORMAT.md "timelines"). So a reset and a start play the baked timeline.
  /// Other limbs are unchanged. From version 3 on, the chore init first switches the limbs in
  /// `limbs` off and clears their stop bits. If there is no record for the direction, no window is
  /// applied.
  void start(unsigned chore, LimbMask limbs = kAllLimbs);

  /// Turns at once: each limb continues with its own last chore in the new direction. Up to version
  /// 2, a turn goes through the limbs one by one, and applies the last chore of each to all limbs
  /// of that chore's record (SCUMM.md §5 "Direction").
  void face(Direction facing);

  /// Executes a script's animate call, by the rules of the game's version: SCUMM.md §5 "Animate".
  /// Turns take a tick per 90°, except in versions 7 and 8.
  void animate(unsigned operand);

  /// Sets a variable that programs of an AKOS read (SCUMM.md §6 "Game state"). All variables are 0
  /// after a reset. Does nothing for a COST.
  void set_variable(uint8_t number, int16_t value) {
    if (akos_) akos_->set_variable(number, value);
  }

  /// Makes the actor of an AKOS talk, with the mouth of this talk state from 1 on, or be silent: 0,
  /// the state after a reset (SCUMM.md §6 "Conditions"). Does nothing for a COST.
  void set_talking(unsigned state) {
    if (akos_) akos_->set_talking(state);
  }

  /// Steps all limbs once and appends the events to `events`.
  void step(std::vector<PlayerEvent>& events);

  /// Replaces `cels` by the cels of this tick, in draw order. Returns false if a picture is
  /// missing.
  bool draw(std::vector<Cel>& cels);

  Direction facing() const { return facing_; }
  /// The animation counter; starting a chore resets it.
  uint32_t counter() const { return counter_; }
  const LimbState& limb(size_t limb) const { return limbs_[limb]; }
  bool has_record(unsigned chore, Direction facing) const;

  /// Whether each limb repeats by itself (COST): cycle(limb) then gives its period. Otherwise
  /// (AKOS), the animation repeats when its state does.
  bool limbs_are_independent() const { return !akos_; }
  Cycle cycle(size_t limb) const {
    return contains(limbs_.on, limb) ? cost_.cycle(limbs_[limb], limb) : Cycle{};
  }
  /// The limbs that are on.
  LimbMask on() const { return limbs_.on; }
  /// Appends the state on which the following ticks depend if they read no other variables than
  /// these. For the same variables, its size is always the same.
  void append_state(std::span<const uint8_t> variables, std::vector<uint16_t>& state) const;
  /// A measure of work: AkosProgram::executed(); 0 for a COST.
  uint64_t executed() const { return akos_ ? akos_->executed() : 0; }
  /// Whether a limb stood where there is no code, in any tick drawn since the reset (kLost).
  bool lost() const { return akos_ && akos_->lost(); }
  /// The game state that was read since the reset: FORMAT.md "timelines.read".
  std::bitset<kReads> reads() const { return akos_ ? akos_->reads() : std::bitset<kReads>(); }

 private:
  /// Applies those windows of the chore's record that belong to `limbs`.
  void apply(unsigned chore, LimbMask limbs);
  void apply_window(uint32_t window, unsigned chore, unsigned record);
  void animate_by_degrees(unsigned operand);
  /// Starts the chore of an animate call, which may stand for a named one.
  void start_of_actor(unsigned operand);
  /// Whether a window sets the stop bit (true) or clears it (false); nullopt if it does neither.
  std::optional<bool> stops(uint32_t window) const;

  const TablesView tables_;
  uint32_t costume_;
  unsigned directions_;
  Bytes commands_;
  std::vector<uint32_t> record_row_;  ///< by record number; kNone: undefined
  const PlayerRules& rules_;
  CostProgram cost_;
  std::optional<AkosProgram> akos_;
  LimbStates limbs_;
  Direction facing_ = Direction::south;
  Direction turning_to_ = Direction::south;
  uint32_t counter_ = 0;
  bool appears_ = true;
};

}  // namespace wardrobe
