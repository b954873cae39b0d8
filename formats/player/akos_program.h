#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/akos/code.h"
#include "formats/player/limb.h"

namespace wardrobe {

/// What the commands of an AKOS mean (SCUMM.md §6), and what they change in the actor. What
/// depends on a running game is as SCUMM.md §6 "Game state" says: all variables 0 at first,
/// no sound runs, nobody talks, random numbers are the lowest, conditions of draw-many hold. The
/// tables must outlive it and be valid.
class AkosProgram {
 public:
  AkosProgram(const Tables& tables, uint32_t costume);
  AkosProgram(const AkosProgram&) = delete;
  AkosProgram& operator=(const AkosProgram&) = delete;

  /// Variables 0, nothing hidden, flipped or moved, nothing read.
  void reset();

  /// One tick on; false where the limb never comes to rest. Tells what it meets in `events`.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>& events);

  /// Appends what the limbs draw to `cels`; whether every picture that should be is there.
  /// `mirrored`: the actor faces where pictures are flipped.
  bool draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels);

  /// Everything besides the limbs that decides what comes next; at the end the 256 variables, two
  /// bytes each.
  void append_state(std::string& state) const;

  /// How many commands were executed and items drawn or passed so far, resets or not: programs of
  /// damaged costumes can take long.
  uint64_t executed() const { return executed_; }

  /// What was read since the reset: numbers of variables and kReadRandom ….
  const std::bitset<kReads>& reads() const { return reads_; }

 private:
  /// What a command did to the course.
  enum class Course : uint8_t { on, jumped, stuck };
  using Events = std::vector<PlayerEvent>;

  bool step_window(LimbState& limb, uint8_t number, Events& events);
  bool step_program(LimbState& limb, uint8_t number, Events& events);
  /// Does what a command at `position` says, and moves it.
  Course execute(const AkosCode& code, uint16_t& position, uint8_t limb, Events& events);
  void have_effect(const AkosCode& code, size_t position, uint8_t limb, Events& events);
  void change_variable(const AkosCode& code, size_t position);
  /// Whether a branch is taken, or the condition of a skip holds.
  bool holds(const AkosCode& code, size_t position);
  int32_t read_variable(uint8_t number);

  void draw_code(size_t position, Moves& moves, bool flip, uint8_t limb, std::vector<Cel>& cels,
                 bool& whole);
  void draw_many(size_t position, Moves& moves, bool flip, uint8_t limb, std::vector<Cel>& cels,
                 bool& whole);

  const Tables& tables_;
  uint32_t costume_;
  int version_;
  uint32_t first_entry_ = 0;
  uint32_t entry_count_ = 0;
  AkosCommands commands_;
  AkosCourse course_;
  std::array<int16_t, 256> variables_{};
  bool hidden_ = false;
  bool flip_ = false;
  int16_t dx_ = 0;
  int16_t dy_ = 0;
  std::bitset<kReads> reads_;
  uint64_t executed_ = 0;
};

}  // namespace wardrobe
