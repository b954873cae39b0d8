#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/akos/code.h"
#include "formats/player/conditions.h"
#include "formats/player/limb.h"

namespace wardrobe {

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
  enum class Outcome : uint8_t { proceeded, jumped, stuck };
  using Events = std::vector<PlayerEvent>;

  /// An effect on the actor as a whole, which comes at the end of the tick.
  struct Note {
    AkosCommand command{};
    int32_t value = 0;  ///< the chore, or the offset as the event has it
  };

  bool step_window(LimbState& limb, uint8_t number, Events& events);
  bool step_program(LimbState& limb, uint8_t number, Events& events);
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

}  // namespace wardrobe
