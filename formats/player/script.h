#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/player/player.h"
#include "formats/player/trace.h"
#include "formats/result.h"

namespace wardrobe {

/// Something that a game's script would ask of an actor.
struct ScriptEvent {
  enum class Kind : uint8_t { face, chore, animate };

  uint32_t tick = 0;
  Kind kind = Kind::chore;
  unsigned operand = 0;             ///< chore: which; animate: as Player::animate takes it
  std::optional<Direction> facing;  ///< faces there first

  friend bool operator==(const ScriptEvent&, const ScriptEvent&) = default;
};

/// What happens to an actor while it is drawn.
struct Script {
  std::vector<ScriptEvent> events;  ///< ticks do not fall
  uint32_t ticks = 0;               ///< how many are played

  friend bool operator==(const Script&, const Script&) = default;
};

/// W, E, S, N, or degrees in steps of 45, clockwise from North.
std::optional<Direction> direction_of(std::string_view word);

/// init, walk, stand, talk-start, talk-stop, or a number up to 255.
std::optional<unsigned> chore_of(std::string_view word);

/// Reads a script, one event a line, ticks rising or equal; "#" starts a comment:
///
///     TICK init|walk|stand|talk-start|talk-stop|chore N [DIRECTION]
///     TICK face DIRECTION
///     TICK animate N          what scripts ask of an actor: Player::animate
///     TICK end                the first tick that is not played
///
/// Without an end, what the last event does is seen for 32 ticks. Errors name the line and say
/// what is expected there.
Result<Script> parse_script(std::string_view text);

/// Plays a script on a player that faces South and has all limbs off. Events of a tick apply in
/// their order before it is drawn.
Trace play_script(const Tables& tables, uint32_t costume, const Script& script);

}  // namespace wardrobe
