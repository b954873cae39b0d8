#pragma once

#include <cstdint>
#include <vector>

#include "formats/akos/command.h"
#include "formats/bytes.h"

namespace wardrobe {

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

  /// Returns the position after the next end-if at or after `position`, or the end of AKSQ.
  size_t behind_end_if(size_t position);

  /// Whether `position` is on a cycle of gotos that shows nothing and asks nothing (SCUMM.md §7
  /// "goto cycles that draw nothing").
  bool loops_forever(size_t position);

 private:
  enum class Mark : uint8_t { unknown, visited, finite, endless };

  const AkosCommands& commands_;
  std::vector<Mark> mark_;
  std::vector<uint32_t> behind_end_if_;
};

}  // namespace wardrobe
