#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/player/akos_program.h"
#include "formats/player/cost_program.h"
#include "formats/player/direction.h"
#include "formats/player/limb.h"
#include "formats/tables.h"

namespace wardrobe {

/// The chores that every costume for an actor has (SCUMM.md §5).
inline constexpr unsigned kChoreInit = 1;
inline constexpr unsigned kChoreStand = 3;

/// Plays one costume as the engine does, tick by tick: SCUMM.md §3 to §6. A small state machine
/// over the tables of an archive, which must outlive it and be valid. A tick is: draw(), then
/// step(). The same player makes live replay and baked timelines.
class Player {
 public:
  Player(const Tables& tables, uint32_t costume);

  /// All limbs off, no stop bits, facing `facing`.
  void reset(Direction facing);

  /// As timelines begin: reset, init, then the chore (FORMAT.md "timelines").
  void begin(RecordKey key);

  /// Plays a chore facing as the actor does. Chore 1, init, resets the limbs first. A chore without
  /// a record for this direction changes nothing.
  void start(unsigned chore);

  /// Faces another way at once: each limb goes on with its own last chore there.
  void face(Direction facing);

  /// What scripts ask of an actor, animateActor's operand: SCUMM.md §5, as the game's version has
  /// it. Turning takes a tick for each 90° but in v7 and v8.
  void animate(unsigned operand);

  /// One tick on. Appends what it meets to `events`.
  void step(std::vector<PlayerEvent>& events);

  /// What is drawn now, in draw order, into `cels`; whether every picture that should be is there.
  bool draw(std::vector<Cel>& cels);

  Direction facing() const { return facing_; }
  /// The animation counter, which every start of a chore zeroes.
  uint32_t counter() const { return counter_; }
  const LimbState& limb(size_t limb) const { return limbs_[limb]; }
  bool has_record(unsigned chore, Direction facing) const;

  /// Whether each limb goes its own way, as in a COST. Then a limb's cycle() tells how it would go
  /// on for ever; else the whole comes back when state() does, as far as it is compared().
  bool limbs_are_independent() const { return !akos_; }
  Cycle cycle(size_t limb) const { return cost_.cycle(limbs_[limb], limb); }
  /// All that decides what comes next, as bytes, the costume's variables among them.
  std::string state() const;
  /// The part of a state() that matters where `reads` is all that is ever read.
  static std::string compared(const std::string& state, const std::bitset<kReads>& reads);
  /// How many commands of programs were executed, and items drawn or passed, so far.
  uint64_t executed() const { return akos_ ? akos_->executed() : 0; }
  /// What was read of the game's state since the reset: rows of FORMAT.md "timelines.read".
  std::bitset<kReads> reads() const { return akos_ ? akos_->reads() : std::bitset<kReads>(); }

 private:
  /// Applies the part of a record that is for the limbs in `limbs` (bit 0 = limb 0).
  void apply(unsigned chore, uint32_t limbs);
  void animate_by_degrees(unsigned operand);
  /// A chore, or, from `first` on, the actor's own init … talk stop.
  void start_of_actor(unsigned operand, unsigned first);
  /// Whether a window only stops or restarts its limb, and which.
  std::optional<bool> stops(uint32_t window) const;

  const Tables& tables_;
  uint32_t costume_;
  unsigned directions_;
  std::vector<uint32_t> record_row_;  ///< by number; kNone: undefined
  CostProgram cost_;
  std::optional<AkosProgram> akos_;
  LimbStates limbs_;
  Direction facing_ = Direction::south;
  Direction turning_to_ = Direction::south;
  uint32_t counter_ = 0;
};

}  // namespace wardrobe
