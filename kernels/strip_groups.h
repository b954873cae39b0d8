#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/strip_codes.h"

// Tables of the commands in a few bits of a strip, so that one look-up finds several commands.

namespace wardrobe {

/// Bits per look-up.
inline constexpr unsigned kGroupBits = 9;
inline constexpr size_t kGroupIndexes = size_t{1} << kGroupBits;

/// The commands at the start of kGroupBits bits. First come commands that keep the colour or change
/// it relative to the one before. A new colour or a run ends the group, if its first bits are among
/// these bits.
struct StripGroup {
  uint8_t size;        ///< bits of the commands; the length of a run does not count
  uint8_t pixels;      ///< 8 at most; the pixels of a run do not count
  uint8_t change;      ///< colour of the group's last pixel, less the colour before the group
  uint8_t keep;        ///< 0 if a new colour ends the group, else 255
  uint8_t color_mask;  ///< of a new colour, whose bits are the last of `size`; else 0
  uint8_t color_at;    ///< where those bits begin
  uint8_t turned;      ///< basic: whether the step is +1 after the group
  uint8_t run;         ///< whether a run ends the group
};

/// The groups of one coding and one number of bits. In the coding basic, the second half of the
/// indexes is for a step of +1.
struct StripGroups {
  std::array<StripGroup, 2 * kGroupIndexes> groups;
  std::array<uint64_t, 2 * kGroupIndexes> changes;  ///< of each pixel, the first one lowest
};

/// Returns the groups of a code; they are made on first use. Requires basic, run or HE, and 1 to 8
/// bits.
const StripGroups& strip_groups(StripCode code);

}  // namespace wardrobe
