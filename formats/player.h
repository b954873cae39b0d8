#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/akos_commands.h"
#include "formats/play_rules.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// The highest talk state.
inline constexpr unsigned kMaxTalkState = 13;

/// The conditions of an actor of a Humongous game (SCUMM.md §6 "Conditions"): whether it talks, and
/// with which mouth. Bit n − 1 is condition n. By default the actor is silent.
class ActorConditions {
 public:
  explicit ActorConditions(const AkosRules& rules) : rules_(rules) {}

  void reset() {
    bits_ = kSilent;
    talking_ = 0;
  }

  /// Makes the actor talk with the mouth of a talk state, from 1 on; 0: it is silent.
  void set_talking(unsigned state) {
    talking_ = state;
    set_talk(std::max(state, kSilent));
  }
  bool talks() const { return talking_ != 0; }

  /// Ends the step of a tick.
  void end_step() {
    if (rules_.talks_each_draw) set_talk(std::max(talking_, kSilent));
  }

  bool is_set(unsigned condition) const {
    return condition >= 1 && condition <= kMost && (bits_ >> (condition - 1) & 1) != 0;
  }

  /// Sets a talk condition, and clears the others.
  void set_talk(unsigned condition) {
    bits_ = (bits_ & ~rules_.talk_bits) | kSilent;
    if (condition <= kSilent || condition > kMost) return;
    bits_ = (bits_ & ~kSilent) | 1u << (condition - 1);
  }

  /// Sets or clears a condition that is no talk condition. As in engines, bit 0 changes with it.
  void set_user(unsigned condition, bool on) {
    if (condition < 1 || condition > kMost) return;
    const uint32_t bit = 1u << (condition - 1);
    bits_ = on ? bits_ | bit : bits_ & ~bit;
    bits_ = (bits_ & rules_.talk_bits) != 0 ? bits_ & ~kSilent : bits_ | kSilent;
  }

  /// Whether an item with this condition of AKCT is drawn.
  bool hold(uint32_t condition) const {
    const uint32_t wanted = condition & kBits & ~rules_.no_condition;
    if (condition == 0 || (rules_.no_condition != 0 && wanted == 0)) return true;
    const uint32_t met = wanted & bits_;
    switch (condition >> 30) {
      case 1:
        return met == wanted;
      case 2:
        return met == 0;
      default:
        return met != 0;
    }
  }

  uint32_t bits() const { return bits_; }

 private:
  static constexpr unsigned kSilent = 1;  ///< the condition, and its bit
  static constexpr unsigned kMost = 32;
  static constexpr uint32_t kBits = 0x3FFFFFFF;

  const AkosRules& rules_;
  uint32_t bits_ = kSilent;
  unsigned talking_ = 0;
};

/// A limb's eventual cycle: after `lead` ticks its states repeat every `period` ticks.
struct Cycle {
  uint32_t lead = 0;
  uint32_t period = 1;
};

/// Executes the commands of a COST: SCUMM.md §4. Limbs are independent of each other. The tables
/// must be valid and outlive this object.
class CostProgram {
 public:
  CostProgram(const TablesView& tables, uint32_t costume);

  /// Steps limb `number` once. Returns false if it never comes to rest. Appends what happens to
  /// `events`, unless that is null.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const {
    const uint16_t next = position_after(limb);
    if (layout_.takes_no_time(commands_[next]) || layout_.sounds_by_bit7) {
      return step_with_events(limb, number, events);
    }
    limb.position = next;
    return true;
  }

  /// Appends the cels that the limbs draw to `cels`. Returns false if a picture is missing.
  bool draw(const LimbStates& limbs, bool flip, std::vector<Cel>& cels) const;

  /// Returns the cycle of a limb that is on.
  Cycle cycle(LimbState limb, size_t number) const;

 private:
  static uint16_t position_after(const LimbState& limb) {
    if (limb.position + 1 < limb.start + limb.length) return limb.position + 1;
    return limb.mode == WindowMode::loop ? limb.start : limb.position;
  }
  /// Any step, also one over commands that take no time.
  bool step_with_events(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const;

  const uint8_t* commands_;
  const CostLayout& layout_;
  const PlayerRules& rules_;
  std::array<std::vector<DrawnEntry>, kLimbs> entries_;  ///< by limb
};

/// Executes the commands of an AKOS (SCUMM.md §6), and holds the state of the actor that they
/// change. Assumes the game state of SCUMM.md §6 "Game state": all variables start at 0, no sound
/// plays, nobody talks, random numbers are the lowest. The tables must be valid and outlive this
/// object.
class AkosProgram {
 public:
  AkosProgram(const TablesView& tables, uint32_t costume);
  AkosProgram(const AkosProgram&) = delete;
  AkosProgram& operator=(const AkosProgram&) = delete;

  /// Sets all variables to 0, makes the actor silent, and undoes hide, flip, draw offset, lost()
  /// and reads().
  void reset();

  void set_variable(uint8_t number, int16_t value) { variables_[number] = value; }

  /// Makes the actor talk, with the mouth of this talk state from 1 on; 0: it is silent.
  void set_talking(unsigned state) { conditions_.set_talking(state); }

  /// Whether the actor is in no room any more, so that it is neither drawn nor stepped.
  bool hidden() const { return hidden_; }

  /// Steps limb `number` once. Returns false if its jumps never end. Appends what happens to
  /// `events`.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>& events);

  /// Ends a tick, when all limbs have taken their step: carries out what they noted, the last note
  /// first (SCUMM.md §6 "Order"). Calls start(chore) for each chore that the actor starts.
  template <class Start>
  void end_step(const Start& start) {
    for (; !notes_.empty(); notes_.pop_back()) {
      const Note note = notes_.back();
      if (note.command == AkosCommand::hide) {
        hidden_ = true;
      } else if (note.command == AkosCommand::draw_offset) {
        dx_ = static_cast<int16_t>(note.value);
        dy_ = static_cast<int16_t>(note.value >> 16);
      } else if (!hidden_ && note.value >= 0) {
        start(static_cast<unsigned>(note.value));
      }
    }
    conditions_.end_step();
  }

  /// Whether a limb stood where there is no code, in any tick drawn since the reset.
  bool lost() const { return lost_; }

  /// Appends the cels that the limbs draw to `cels`. Returns false if a picture is missing.
  /// `mirrored`: the actor faces a direction in which pictures are flipped.
  bool draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels);

  /// As Player::append_state(), without the limbs.
  void append_state(std::span<const uint8_t> variables, std::vector<uint16_t>& state) const;

  /// Number of commands executed, and of draw-many items drawn or skipped, since construction. It
  /// measures work, because programs of damaged costumes can run long.
  uint64_t executed() const { return executed_; }

  /// The game state read since the reset: variables by number, and kReadRandom to kReadCondition.
  const std::bitset<kReads>& reads() const { return reads_; }

 private:
  /// Result of a command.
  enum class Outcome : uint8_t { proceeded, skips, jumped, stuck };
  using Events = std::vector<PlayerEvent>;

  /// An effect on the actor as a whole, which comes at the end of the tick.
  struct Note {
    AkosCommand command{};
    int32_t value = 0;  ///< the chore, or the offset as the event has it
  };

  bool step_window(LimbState& limb, uint8_t number, Events& events);
  bool step_program(LimbState& limb, uint8_t number, Events& events);
  /// Moves `position` past the code there, without executing it.
  void pass_over(const AkosCode& code, uint16_t& position, uint8_t limb, Events& events);
  /// Executes the command at `position`, and moves `position` to the code where control goes.
  Outcome execute(const AkosCode& code, uint16_t& position, uint8_t limb, Events& events);
  /// Returns the target of the branch at `position`; nullopt if it is not taken.
  std::optional<uint16_t> branch_target(const AkosCode& code, size_t position);
  /// Whether the condition of a branch or a skip holds.
  bool holds(const AkosCode& code, size_t position);
  bool compares(const AkosCode& code, size_t position);
  int32_t read_variable(uint8_t number);
  void change_state(const AkosCode& code, size_t position);
  void emit_event(const AkosCode& code, size_t position, uint8_t limb, Events& events);
  int32_t event_value(AkosEventValue value, size_t position);
  void change_condition(AkosCommand command, size_t position);

  /// Returns the row of Sequences of the windows with this start; nullopt if there is none.
  std::optional<uint32_t> sequence_at(uint16_t start) const;
  /// Draws the code on which a limb stands. Returns false if a picture is missing.
  bool draw_code(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                 std::vector<Cel>& cels);
  bool draw_many(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                 std::vector<Cel>& cels);
  /// Whether item `item` of a conditional draw-many is drawn.
  bool is_drawn(const AkosItems& items, unsigned item, size_t conditions) const;

  const TablesView tables_;
  uint32_t costume_;
  const AkosRules& rules_;
  std::vector<DrawnEntry> cels_;
  AkosCommands commands_;
  AkosControlFlow control_flow_;
  std::array<int16_t, 256> variables_{};
  ActorConditions conditions_;
  std::vector<Note> notes_;    ///< of this tick
  uint16_t window_start_ = 0;  ///< of the limb that is stepped
  bool hidden_ = false;
  bool flip_ = false;
  bool lost_ = false;
  int16_t dx_ = 0;
  int16_t dy_ = 0;
  std::bitset<kReads> reads_;
  uint64_t executed_ = 0;
};

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

  /// Turns at once: each limb continues with its own last chore in the new direction, by the rules
  /// of the game's version (SCUMM.md §5 "Direction").
  void face(Direction facing);

  /// Executes a script's animate call, by the rules of the game's version: SCUMM.md §5 "Animate".
  /// A turn takes a tick per direction; its first step comes before the tick is drawn or stepped.
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
  /// Takes the tick's step of a turn, once.
  void turn();
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
  bool turned_ = false;  ///< in this tick
  unsigned chore_ = 0;   ///< the last that was started, or applied in a turn
  uint32_t counter_ = 0;
  bool appears_ = true;
};

/// Cels and events of a player, tick by tick.
struct Trace {
  Offsets cel_offset;
  std::vector<Cel> cels;  ///< each tick in draw order
  Offsets event_offset;
  std::vector<PlayerEvent> events;  ///< of the step that ends the tick
  uint32_t loop_start = kNone;      ///< the tick after the last one, if the trace loops

  size_t ticks() const { return cel_offset.size() - 1; }
  std::span<const Cel> cels_at(size_t tick) const { return elements_at(cel_offset, cels, tick); }
  std::span<const PlayerEvent> events_at(size_t tick) const {
    return elements_at(event_offset, events, tick);
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

/// The ticks of all timelines, plus the cels that each of these ticks shows. Few bytes of an
/// archive can make many, as ticks share frames.
uint64_t shown_cels(const TablesView& tables);

/// Fails if these are more than kMaxShownCels. Call it before all ticks are walked with their cels.
Status check_shown_cels(const TablesView& tables);

}  // namespace wardrobe
