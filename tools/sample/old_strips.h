#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/sample/art.h"

// Encodes pictures as games up to version 4 store them (SCUMM.md §8 "Pictures up to version 4").

namespace wardrobe::sample {

/// The codes that version 3 with 256 colours has in place of later ones.
inline constexpr std::array<uint8_t, 5> kCodesOfV3 = {1, 2, 3, 4, 7};

/// Returns the `strip`th strip of 8 columns in one of these codes. Nothing if the colours are too
/// many for it.
std::vector<uint8_t> strip_of_v3(uint8_t code, const Sheet& sheet, size_t strip);

/// Returns the `strip`th strip of a picture with 16 colours, of version 3 or 4. No pixel of the
/// first column of the picture is like the one to its left.
std::vector<uint8_t> ega_strip(const Sheet& sheet, size_t strip);

/// Returns a whole picture of version 2 without its z-plane. For the first column, the same holds.
std::vector<uint8_t> picture_of_v2(const Sheet& sheet);

}  // namespace wardrobe::sample
