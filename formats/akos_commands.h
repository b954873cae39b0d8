#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/tables.h"

namespace wardrobe {

/// Codes of AKSQ from here on are commands, below it they are cels (SCUMM.md §6 "Codes").
inline constexpr uint16_t kFirstAkosCommand = 0xC000;
inline constexpr uint16_t kAkosCelMask = 0xFFF;

/// The commands of AKSQ: SCUMM.md §6 "Commands".
enum class AkosCommand : uint16_t {
#define COMMAND(name, code, ...) name = code,
#include "formats/akos_commands.def"
};

/// Where control goes after a code.
enum class AkosFlow : uint8_t {
  cel,        ///< not a command: shows a cel
  draw_many,  ///< shows several cels
  rest,       ///< ends the step and shows nothing
  proceed,    ///< has its effect; the next command follows
  jump,       ///< always jumps
  branch,     ///< jumps if a condition holds, else proceeds
  skip,       ///< proceeds if a condition holds, else goes past the next end-if
  unknown,    ///< damage, or the end of AKSQ: shows nothing and leads nowhere
};

/// Where the event of a command takes its value from; +n is an offset from the code.
enum class AkosEventValue : uint8_t {
  no_event,
  zero,
  u8_at_2,
  i32_at_2,
  variable_at_2,  ///< the variable with the number at +2
  variable_at_3,
  sound_at_2,  ///< a u8, counted from 1, in HE from 0
};

/// What is known of a command.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which a row reads best
struct AkosCommandRow {
  AkosCommand command{};
  AkosFlow flow = AkosFlow::unknown;
  uint8_t size = 0;  ///< in bytes, with the operands; 0: varies
  /// A letter an operand: b a byte, w a word, i a signed word, v a variable's number, t a position
  /// in the commands, s the size of the command in bytes, which is not shown.
  std::string_view operands;
  std::string_view name = "unknown";
  AkosEventValue value = AkosEventValue::no_event;
  EventKind event{};  ///< unless `value` is no_event
};

/// A row a command, by rising code.
std::span<const AkosCommandRow> akos_command_rows();

/// The row of a code from kFirstAkosCommand on; its flow is `unknown` if no command has that code.
const AkosCommandRow& akos_command_row(uint16_t code);

/// Differences between versions (SCUMM.md §6). The defaults are the rules of versions 7 and 8.
struct AkosRules {
  uint8_t first_sound = 1;         ///< number of the first sound in C015
  uint8_t sound_control_size = 8;  ///< of C089, with its operands
  bool sound_control = true;       ///< C089 has an effect
  bool sound_of_variable = false;  ///< C08D has an effect
  bool moves_actor = false;        ///< C087 has an effect
  bool auxiliary_frames = false;   ///< C08E shows a picture
  bool draws_unseen = true;        ///< draws limbs of WindowMode::unseen
  bool own_transparent = false;    ///< codec 16: the palette's first entry is transparent, not 255
  bool conditions = false;         ///< actors have conditions, which AKCT asks for
  bool talks_each_draw = false;    ///< before a draw, the talk bits become those of the talk state
  bool jump_parts = false;         ///< AKSF gives each sequence a part of AKFO
  uint32_t talk_bits = 0x3FF;      ///< those of the conditions that are talk states
  uint32_t no_condition = 0;       ///< bits of a condition in AKCT that mean something else
};
inline constexpr AkosRules kAkosOfHe61{.first_sound = 0,
                                       .sound_control_size = 6,
                                       .sound_control = false,
                                       .moves_actor = true,
                                       .own_transparent = true,
                                       .conditions = true};
inline constexpr AkosRules kAkosOfHe70 = [] {
  AkosRules rules = kAkosOfHe61;
  rules.draws_unseen = false;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe71 = [] {
  AkosRules rules = kAkosOfHe70;
  rules.sound_of_variable = rules.auxiliary_frames = true;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe80 = [] {
  AkosRules rules = kAkosOfHe71;
  rules.talks_each_draw = rules.jump_parts = true;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe85 = [] {
  AkosRules rules = kAkosOfHe80;
  rules.talk_bits = 0x1FFF;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe90 = [] {
  AkosRules rules = kAkosOfHe85;
  rules.no_condition = 0xE000;  // How the item is drawn.
  return rules;
}();

/// A code of AKSQ: a cel, or a command with its operands.
struct AkosCode {
  uint16_t value = 0;
  AkosFlow flow = AkosFlow::unknown;
  uint16_t size = 0;  ///< in bytes, with the operands; 0 where unknown
  /// In bytes, without the operands: the step of modes 2 and 3. 0 if AKSQ ends before or inside the
  /// code.
  uint8_t step = 0;

  AkosCommand command() const { return static_cast<AkosCommand>(value); }
};

/// One item of a draw-many command.
struct AkosItem {
  int16_t dx = 0;
  int16_t dy = 0;
  uint16_t cel = 0;
};

/// The operands of a draw-many command.
struct AkosItems {
  size_t position = 0;  ///< of the first item, in AKSQ
  unsigned count = 0;
  int16_t dx = 0;  ///< move of the limbs drawn later
  int16_t dy = 0;
  bool conditional = false;
  size_t numbers = 0;     ///< position of the numbers of the items' conditions
  unsigned numbered = 0;  ///< how many items have one
};

/// The codes of a costume. `commands` is its AKSQ, at most 65535 bytes, and must outlive this
/// object; `version` is that of its game.
class AkosCommands {
 public:
  AkosCommands(Bytes commands, Version version);

  size_t size() const { return commands_.size(); }
  /// Returns the code at `position`. Its flow is `unknown` past the end or if its operands are cut
  /// off.
  AkosCode at(size_t position) const;

  uint8_t u8(size_t position) const { return commands_[position]; }
  uint16_t u16(size_t position) const {
    return static_cast<uint16_t>(commands_[position] | commands_[position + 1] << 8);
  }
  int16_t i16(size_t position) const { return static_cast<int16_t>(u16(position)); }

  /// Returns the target of the jump or branch at `position`. At the end of AKSQ, C0A4 may lack its
  /// operand; its target is then the end of AKSQ.
  size_t target(size_t position) const {
    return position + 4 <= commands_.size() ? u16(position + 2) : commands_.size();
  }

  /// Returns the operands of the draw-many command at `position`.
  AkosItems items(size_t position) const;
  /// Returns the item at `position`, and moves `position` to the next one.
  AkosItem next_item(size_t& position) const;

 private:
  /// Returns the size of a command in bytes, with the operands; 0 if they are cut off.
  size_t size_of(const AkosCommandRow& row, size_t position) const;
  size_t draw_many_size(AkosCommand command, size_t position) const;

  Bytes commands_;
  const AkosRules& rules_;
};

/// Answers questions about control flow. Each answer is computed when first needed; all of them
/// together take time linear in the size of AKSQ. `commands` must outlive this object.
class AkosControlFlow {
 public:
  explicit AkosControlFlow(const AkosCommands& commands) : commands_(commands) {}

  /// Whether `position` is on a cycle of gotos that shows nothing and asks nothing (SCUMM.md §7
  /// "goto cycles that draw nothing").
  bool loops_forever(size_t position);

 private:
  enum class Mark : uint8_t { unknown, visited, finite, endless };

  const AkosCommands& commands_;
  std::vector<Mark> mark_;
};

/// Follows every sequence that a record of `costume` starts, along every path that the state of a
/// game could choose. Marks the cels shown in `costume.entry_reached`, and appends damage to
/// `costume.problems`. `sequence_at` is the position of AKSQ's payload in the costume's payload.
void follow_sequences(StoredCostume& costume, Version version, uint64_t sequence_at);

}  // namespace wardrobe
