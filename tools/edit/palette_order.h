#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// The palette of an indexed picture as an editor saved it, up to 256 colours.
struct EditedPalette {
  std::vector<std::array<uint8_t, 3>> rgb;
  std::vector<uint8_t> alpha;  ///< of each colour
};

/// The end of a note about a file.
inline constexpr const char* kOtherOrder =
    ": its palette was in another order; colours were matched";

/// Maps pixels, in rows of `width`, back to values of the costume's palette, exported as `rgb`,
/// after an editor has sorted or shortened the palette. Colours are matched exactly; fully
/// transparent ones become `transparent`. True if the palette differed; an error if a colour is
/// missing in `rgb` or not unique there.
Result<bool> restore_palette(Bytes rgb, uint8_t transparent, const EditedPalette& edited,
                             size_t width, std::vector<uint8_t>& pixels);

}  // namespace wardrobe
