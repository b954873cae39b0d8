#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// The palette of an indexed picture as an editor saved it; at most 256 colours.
struct EditedPalette {
  std::vector<std::array<uint8_t, 3>> rgb;
  std::vector<uint8_t> alpha;  ///< of each colour
};

/// The end of a note about a file.
inline constexpr const char* kOtherOrder =
    ": its palette was in another order; colours were matched";

/// Undoes an editor's sorting or shortening of the palette: maps `pixels`, in rows of `width`, back
/// to values of the costume's palette. `rgb` is that palette as exported. Colours are matched
/// exactly; fully transparent colours become `transparent`. Returns whether the palette differed.
/// Fails if a colour is not in `rgb` or is there more than once.
Result<bool> restore_palette(Bytes rgb, uint8_t transparent, const EditedPalette& edited,
                             size_t width, std::vector<uint8_t>& pixels);

}  // namespace wardrobe
