#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/player/direction.h"
#include "formats/tables.h"

namespace wardrobe {

inline constexpr size_t kLimbs = 16;

/// The chores that every costume for an actor has (FORMATS.md §5).
inline constexpr unsigned kChoreInit = 1;
inline constexpr unsigned kChoreStand = 3;

/// A picture that is drawn.
struct Cel {
  uint8_t limb = 0;
  uint8_t flip = 0;      ///< 1: columns from right to left
  uint16_t index = 0;    ///< in the limb's table
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
  bool stopped = false;   ///< steps, but is not drawn
  bool once = false;      ///< stays at the end of its window
  uint16_t start = 0;     ///< of its window, in the costume's commands
  uint16_t length = 0;    ///< of its window
  uint16_t position = 0;  ///< in the costume's commands
  int32_t chore = -1;     ///< the last that gave it a window or switched it off; -1: none
  int32_t record = -1;    ///< … and the number of the record that it shows

  friend bool operator==(const LimbState&, const LimbState&) = default;
};

/// Plays one costume as the engine does, tick by tick: FORMATS.md §3 to §5. A small state machine
/// over the tables of an archive, which must outlive it and be valid. A tick is: look at cels(),
/// then step(). The same player makes live replay and baked timelines.
class Player {
 public:
  Player(const Tables& tables, uint32_t costume);

  /// All limbs off, no stop bits, facing `facing`.
  void reset(Direction facing);

  /// As timelines begin: reset, init, then the chore (DESIGN.md "Playback and baking").
  void begin(RecordKey key);

  /// Plays a chore facing as the actor does. Chore 1, init, resets the limbs first. A chore without
  /// a record for this direction changes nothing.
  void start(unsigned chore);

  /// Faces another way at once: each limb goes on with its own last chore there.
  void face(Direction facing);

  /// What scripts ask of an actor, animateActor's operand: 56–60 the actor's init … talk stop,
  /// 244–247 turn by 90° a tick, 248–251 face, 252–255 stop walking and stand, else a chore.
  void animate(unsigned operand);

  /// One tick on. Appends what it meets to `events`.
  void step(std::vector<PlayerEvent>& events);

  /// What is drawn now, in draw order, into `cels`; whether every picture that should be is there.
  bool draw(std::vector<Cel>& cels) const;

  Direction facing() const { return facing_; }
  /// The animation counter, which every start of a chore zeroes.
  uint32_t counter() const { return counter_; }
  const LimbState& limb(size_t limb) const { return limbs_[limb]; }
  bool has_record(unsigned chore, Direction facing) const;

  /// How a limb would go on for ever: after `lead` ticks its states repeat every `period` ticks.
  struct Cycle {
    uint32_t lead = 0;
    uint32_t period = 1;
  };
  Cycle cycle(size_t limb) const;

 private:
  /// Applies the part of a record that is for the limbs in `limbs` (bit 0 = limb 0).
  void apply(unsigned chore, uint32_t limbs);
  /// Steps one limb; false where it never comes to rest.
  bool step_limb(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const;

  const Tables& tables_;
  uint32_t costume_;
  unsigned directions_;
  const uint8_t* commands_;
  uint8_t first_command_;
  std::array<uint32_t, 256> record_row_;  ///< by number; kNone: undefined
  std::array<uint32_t, kLimbs> first_entry_{};
  std::array<uint32_t, kLimbs> entry_count_{};
  std::array<LimbState, kLimbs> limbs_;
  Direction facing_ = Direction::south;
  Direction turning_to_ = Direction::south;
  uint32_t counter_ = 0;
};

}  // namespace wardrobe
