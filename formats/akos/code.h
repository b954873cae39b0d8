#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Codes of AKSQ: SCUMM.md §6. Below this they are cels.
inline constexpr uint16_t kFirstAkosCommand = 0xC000;
inline constexpr uint16_t kAkosCelMask = 0xFFF;

/// What a command does to the course of a program.
enum class AkosFlow : uint8_t {
  cel,        ///< no command: shows a cel
  draw_many,  ///< shows several cels
  rest,       ///< shows nothing, for a tick
  proceed,    ///< has its effect, then the next command follows
  jump,       ///< always jumps
  branch,     ///< jumps or goes on
  skip,       ///< goes on, or skips to behind the next end-if
  unknown,    ///< damage, or the end of AKSQ: nothing is shown, and nothing follows
};

/// A code and what follows it: the operands stand at their offsets from it.
struct AkosCode {
  uint16_t value = 0;
  AkosFlow flow = AkosFlow::unknown;
  uint16_t size = 0;  ///< in bytes, with the operands; 0 where unknown
  /// Bytes of the code alone: what modes 2 and 3 step by; 0 where there is none.
  uint8_t step = 0;
};

/// A cel of a draw-many command.
struct AkosItem {
  int16_t dx = 0;
  int16_t dy = 0;
  uint16_t cel = 0;
};

/// How a draw-many command goes on: its items, and the move of what is drawn behind it.
struct AkosItems {
  size_t position = 0;  ///< of the first item, in AKSQ
  unsigned count = 0;
  int16_t dx = 0;
  int16_t dy = 0;
  bool conditional = false;
};

/// The commands of a costume. `commands` are its AKSQ, at most 65535 bytes, and must outlive it;
/// `version` is game.version.
class AkosCommands {
 public:
  AkosCommands(Bytes commands, int version) : commands_(commands), version_(version) {}

  size_t size() const { return commands_.size(); }
  /// The code at a position; of flow `unknown` where there is none or its operands are cut.
  AkosCode at(size_t position) const;

  uint8_t u8(size_t position) const { return commands_[position]; }
  /// Where a goto at `position` leads; C0A4 may stand at the end, without.
  size_t target(size_t position) const {
    return position + 4 <= commands_.size() ? u16(position + 2) : commands_.size();
  }
  uint16_t u16(size_t position) const {
    return static_cast<uint16_t>(commands_[position] | commands_[position + 1] << 8);
  }
  int16_t i16(size_t position) const { return static_cast<int16_t>(u16(position)); }

  /// Of a draw-many command at a position.
  AkosItems items(size_t position) const;
  /// The item at `position`, which moves behind it.
  AkosItem next_item(size_t& position) const;

 private:
  /// Bytes of a draw-many command; 0 where it is cut.
  size_t draw_many_size(size_t position, uint16_t value) const;

  Bytes commands_;
  int version_;
};

/// Where programs lead, found out when it is first asked; in time in proportion to AKSQ, however
/// often that is. `commands` must outlive it.
class AkosCourse {
 public:
  explicit AkosCourse(const AkosCommands& commands) : commands_(commands) {}

  /// Where a condition that does not hold leads, given the position behind it: behind the next
  /// end-if, or to the end.
  size_t behind_end_if(size_t position);

  /// Whether `position` lies on a cycle of gotos, with nothing shown and nothing asked on the way
  /// (SCUMM.md §7 "goto cycles that draw nothing").
  bool goes_round(size_t position);

 private:
  enum class Mark : uint8_t { unknown, walked, clear, round };

  const AkosCommands& commands_;
  std::vector<Mark> mark_;
  std::vector<uint32_t> behind_end_if_;
};

}  // namespace wardrobe
