#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/scumm/version.h"

namespace wardrobe {

/// "CO", little-endian, at payload + 4 of a v6 costume.
inline constexpr uint16_t kCostSignature = 0x4F43;

/// Commands that are the same in v5 and v6 (SCUMM.md §4).
inline constexpr uint8_t kCommandStop = 0x79;
inline constexpr uint8_t kCommandUnstop = 0x7A;
inline constexpr uint8_t kCommandHide = 0x7B;
inline constexpr uint8_t kCommandCount = 0x7C;
inline constexpr uint8_t kLastSoundCommand = 0x78;

/// A position beyond the end of any payload.
inline constexpr size_t kOutside = ~size_t{0} / 2;

/// Number of colours of a format of SCUMM.md §2: 16 or 32; 0 for any other.
constexpr size_t palette_size(uint8_t format) {
  switch (format & 0x7F) {
    case 0x58:
    case 0x60:
      return 16;
    case 0x59:
    case 0x61:
      return 32;
    default:
      return 0;
  }
}

/// What differs between the COST of version 5 and that of later versions (SCUMM.md §2, §4).
struct CostLayout {
  int version;

  /// Stored offset minus payload position (6 in v5).
  size_t base() const { return has_cost_of_v5(version) ? 6 : 0; }
  size_t position(uint16_t offset) const { return offset < base() ? kOutside : offset - base(); }
  /// The lowest command that is not a picture number.
  uint8_t first_command() const { return has_cost_of_v5(version) ? 0x78 : 0x71; }
  /// Number of the sound that a sound command plays (SCUMM.md §4).
  int sound(uint8_t command) const {
    if (has_cost_of_v5(version)) return 0;
    return counts_sounds_down(version) ? kLastSoundCommand - command : command - first_command();
  }
  /// Counters and sounds: a limb that arrives at one steps again at once.
  bool takes_no_time(uint8_t command) const {
    return command == kCommandCount || (command >= first_command() && command <= kLastSoundCommand);
  }
};

}  // namespace wardrobe
