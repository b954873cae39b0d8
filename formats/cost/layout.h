#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/limits.h"

namespace wardrobe {

/// "CO", little-endian, at payload + 4 of a v6 costume.
inline constexpr uint16_t kCostSignature = 0x4F43;

/// Commands that are the same in all versions (SCUMM.md §4).
inline constexpr uint8_t kCommandStop = 0x79;
inline constexpr uint8_t kCommandUnstop = 0x7A;
inline constexpr uint8_t kCommandHide = 0x7B;
inline constexpr uint8_t kCommandCount = 0x7C;
inline constexpr uint8_t kLastSoundCommand = 0x78;

/// A position beyond the end of any payload.
inline constexpr size_t kOutside = ~size_t{0} / 2;

/// Returns the number of colours of a format of SCUMM.md §2: 4, 16 or 32; 0 for any other format.
constexpr size_t palette_size(uint8_t format) {
  switch (format & 0x7F) {
    case 0x57:
      return 4;
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

/// Size of the header of a picture of version 1.
inline constexpr size_t kSmallHeader = 6;

/// Returns the size of a picture's header in a costume of this format: 14 if it has room for a
/// redirect.
constexpr size_t picture_header_size(uint8_t format) {
  if ((format & 0x7F) == 0x57) return kSmallHeader;
  return (format & 0x7E) == 0x60 ? 14 : 12;
}

/// Colours of the EGA palette for costumes of version 1, which state no palette: SCUMM.md §2.
inline constexpr uint8_t kEgaBlack = 0;
inline constexpr uint8_t kEgaSkin = 12;
inline constexpr uint8_t kEgaActor = 7;

/// How a costume states its palette (SCUMM.md §2).
enum class CostPalette : uint8_t {
  listed,  ///< states each colour
  black,   ///< 16 colours; states which one is black; the others stand for themselves
  none,    ///< 4 colours; states none
};

/// Differences between the COST of versions (SCUMM.md §2 to §4). The defaults are those of versions
/// 4 and 5.
struct CostLayout {
  bool has_size = false;  ///< a size and "CO" precede the header
  size_t base = 6;        ///< stored offset minus payload position
  CostPalette palette = CostPalette::listed;
  size_t tables = kLimbs;                     ///< limb tables, and bits in a record's mask
  bool short_starts = false;                  ///< the start of a window has one byte, not two
  uint8_t first_command = kLastSoundCommand;  ///< the lowest command that is not a picture number
  uint8_t first_hidden = kCommandHide;        ///< commands from here to last_hidden draw nothing
  uint8_t last_hidden = kCommandHide;
  bool sounds_by_bit7 = false;  ///< a step away from a command with bit 7 plays a sound
  int first_sound = 0;          ///< command that plays sound 0; 0: commands have no sound number
  int sound_step = 1;

  size_t position(uint16_t offset) const { return offset < base ? kOutside : offset - base; }
  /// Returns how many of the `bytes` from the commands to the end of a payload of `size` bytes are
  /// commands: those up to the first limb table behind their start.
  size_t command_count(std::span<const uint16_t> table_at, size_t size, size_t bytes) const {
    const size_t start = size - bytes;
    size_t end = size;
    for (const uint16_t table : table_at) {
      if (position(table) > start) end = std::min(end, position(table));
    }
    return end - start;
  }
  /// Returns the number of colours; 0 if the version has no costumes of that format.
  size_t colors(uint8_t format) const {
    const size_t size = palette_size(format);
    if (palette == CostPalette::none) return size == 4 ? size : 0;
    if (size == 4) return 0;
    return palette == CostPalette::black && size != 0 ? 16 : size;
  }
  /// Whether a limb resting on a command shows nothing, whatever its table holds.
  bool hides(uint8_t command) const {
    return (command & 0x7F) >= first_hidden && (command & 0x7F) <= last_hidden;
  }
  /// Returns the number of the sound that a sound command plays.
  int sound(uint8_t command) const {
    return first_sound == 0 ? 0 : sound_step * (command - first_sound);
  }
  /// Whether a command is a counter or a sound: a limb that arrives there steps again at once.
  bool takes_no_time(uint8_t command) const {
    return command == kCommandCount || (command >= first_command && command <= kLastSoundCommand);
  }
};

inline constexpr CostLayout kCostOfV1{.base = 0,
                                      .palette = CostPalette::none,
                                      .tables = 8,
                                      .short_starts = true,
                                      .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV2{
    .base = 4, .palette = CostPalette::black, .short_starts = true, .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV3{
    .short_starts = true, .first_hidden = 0x79, .last_hidden = 0x7F, .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV6{
    .has_size = true, .base = 0, .first_command = 0x71, .first_sound = 0x71};
inline constexpr CostLayout kCostOfHe{.has_size = true,
                                      .base = 0,
                                      .first_command = 0x71,
                                      .first_sound = kLastSoundCommand,
                                      .sound_step = -1};

}  // namespace wardrobe
