#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm.h"
#include "formats/tables.h"
#include "formats/version.h"

namespace wardrobe {

/// A script in a block: its code, and where it starts.
struct ScriptCode {
  ScriptKind kind = ScriptKind::global;
  uint32_t number = 0;  ///< of a local script; of an object its id; others: 0
  size_t at = 0;        ///< of the first instruction, from the start of the block's payload
  Bytes code{};         ///< as long as the payload is
  std::vector<uint32_t> entries{};  ///< of an object: where its verbs start, in `code`
};

/// Whether a block with this tag holds scripts.
bool holds_scripts(Tag block_tag);

/// Returns the scripts in the payload of a block for which holds_scripts() (SCUMM.md §9 "Where
/// scripts stand"). What does not fit is left out.
std::vector<ScriptCode> scripts_in(Tag block_tag, Bytes payload, Version version);

/// The same of a room without named blocks, in versions 1 to 3.
std::vector<ScriptCode> scripts_in_room(Bytes payload, Version version);

/// The objects of such a room.
struct RoomObjects {
  size_t stated = 0;  ///< how many it says that it has
  /// Those that are inside the room: where they start and end in its payload.
  std::vector<std::pair<size_t, size_t>> inside{};
};
RoomObjects objects_in_room(Bytes payload, Version version);

/// What a script says of an operand.
struct ScriptValue {
  enum class Kind : uint8_t {
    unknown,
    constant,
    local,     ///< `number` is the local variable's
    variable,  ///< `number` is as in the script
  };
  Kind kind = Kind::unknown;
  int32_t number = 0;

  bool is_constant() const { return kind == Kind::constant; }
  friend bool operator==(const ScriptValue&, const ScriptValue&) = default;
  friend bool operator<(const ScriptValue& a, const ScriptValue& b) {
    return std::tie(a.kind, a.number) < std::tie(b.kind, b.number);
  }
};

/// Instructions and commands of actors that tell who wears what, with their values in brackets.
enum class ScriptAction : uint8_t {
  none,
  forget,           ///< the script can come here from elsewhere
  select,           ///< [actor]: what follows is about this one
  costume,          ///< [costume]
  name,             ///< with a text
  palette,          ///< [slot, colour]; in version 1 [colour]
  talk_color,       ///< [colour]
  init,             ///< [chore]
  walk,             ///< [chore]
  stand,            ///< [chore]
  talk,             ///< [chore, chore to stop]
  scale,            ///< [scale] or [x, y]
  no_clip,          ///< in front of all planes
  clip,             ///< [plane]
  set_defaults,     ///< all but costume, name and palette
  place,            ///< [actor, x, y]
  place_in_room,    ///< [actor, room]
  place_at,         ///< [actor, x, y, room]
  animate,          ///< [actor, number]
  start_script,     ///< [script, arguments…]
  palette_of_room,  ///< [number]
  set_state,        ///< [object, state]
  ego,              ///< [actor]
  write,            ///< [variable]: it gets another value
};

struct ScriptCommand {
  ScriptAction action = ScriptAction::none;
  uint16_t value_count = 0;
  uint32_t first_value = 0;  ///< in ScriptCommands::values
  uint32_t offset = 0;       ///< of the instruction in the code
  uint32_t text_at = 0;      ///< in the code
  uint32_t text_size = 0;    ///< without its end
};

/// What one script says, in the order of its code.
struct ScriptCommands {
  std::vector<ScriptCommand> commands;
  std::vector<ScriptValue> values;
  uint32_t written_locals = 0;   ///< bit n: it writes local variable n
  std::optional<Error> fault{};  ///< why it could not be read to its end

  std::span<const ScriptValue> values_of(const ScriptCommand& command) const {
    return std::span(values).subspan(command.first_value, command.value_count);
  }
};

/// The forms that scripts of a version may have, of which no file tells which it is: try them from
/// 0 on, and keep the first with which most scripts can be read.
size_t script_forms(Version version);

struct ScriptOpcodes;

/// Reads scripts from their first byte to their last, without running them.
class ScriptReader {
 public:
  ScriptReader(Version version, size_t form);
  ~ScriptReader();
  ScriptReader(const ScriptReader&) = delete;
  ScriptReader& operator=(const ScriptReader&) = delete;

  /// The commands up to the first fault, if there is one. Takes time and memory linear in the size
  /// of the code.
  ScriptCommands read(const ScriptCode& script) const;

 private:
  Version version_;
  std::unique_ptr<const ScriptOpcodes> opcodes_;
};

/// The number of a chore that "animate" plays by this number (SCUMM.md §9); nullopt if it is one
/// of the actor's own, a turn or a stop.
std::optional<uint16_t> animated_chore(int32_t number, Version version);

/// The name in the text of a command: without blanks and filling at its ends. Empty: none.
Bytes script_name(Bytes text);

}  // namespace wardrobe
