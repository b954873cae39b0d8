#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/player.h"
#include "formats/result.h"

namespace wardrobe {

/// One line of a script: a game's instruction to an actor.
struct ScriptEvent {
  enum class Kind : uint8_t { face, chore, animate, variable, talking };

  uint32_t tick = 0;
  Kind kind = Kind::chore;
  unsigned operand = 0;             ///< for Player::start, animate, set_variable or set_talking
  std::optional<Direction> facing;  ///< the actor turns there first
  LimbMask limbs = kAllLimbs;       ///< chore: the limbs on which it starts
  int16_t value = 0;                ///< variable: its new value

  friend bool operator==(const ScriptEvent&, const ScriptEvent&) = default;
};

/// Instructions to an actor, and the number of ticks to draw.
struct Script {
  std::vector<ScriptEvent> events;  ///< by tick, never falling
  uint32_t ticks = 0;               ///< number of ticks to play

  friend bool operator==(const Script&, const Script&) = default;
};

/// Parses W, E, S, N, or degrees in steps of 45, clockwise from North.
std::optional<Direction> direction_of(std::string_view word);

/// Returns the number of the chore with this name; nullopt if no chore has it.
std::optional<unsigned> named_chore(std::string_view word, Version version);

/// Parses a chore: init, walk, stand, talk-start or talk-stop, whose numbers depend on the version,
/// or a number up to 16383, the highest chore that a record can have.
std::optional<unsigned> chore_of(std::string_view word, Version version);

/// Returns the name of a chore, such as "walk", which ends with a 0; empty, with null data, for
/// chores that have only numbers.
std::string_view chore_name(unsigned chore, Version version);

/// Reads a script for a game of that version: one event a line, in ascending order of ticks; "#"
/// starts a comment:
///
///     TICK init|walk|stand|talk-start|talk-stop|chore N [DIRECTION] [limbs LIST]
///     TICK face DIRECTION
///     TICK animate N          as a game's animate call: Player::animate
///     TICK variable N VALUE   Player::set_variable
///     TICK set talking STATE  Player::set_talking: 0 to 13
///     TICK end                the first tick that is not played
///
/// LIST is limbs and ranges of limbs, such as 0,3-5: the chore starts on these only. The actor
/// turns to DIRECTION first, with all its limbs. The first chore makes it appear (Player::start).
/// Without an end, 32 ticks are played from the last event on. Errors name the line and say what is
/// expected there.
Result<Script> parse_script(std::string_view text, Version version);

/// Plays a script on a new Player. The events of a tick apply in their order, before the tick is
/// drawn. An error if that takes more than kMaxTraceRows or
/// kMaxCostumeCommands.
Result<Trace> play_script(const TablesView& tables, uint32_t costume, const Script& script);

}  // namespace wardrobe
