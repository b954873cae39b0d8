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

/// Makes pixels, in rows of `width`, values of the costume's palette again, whose colours `rgb` are
/// as they were exported: an editor may have sorted or shortened the palette. Colours are matched
/// exactly; what is fully transparent becomes `transparent`. True if another colour had to be
/// matched; refused where a colour is not in `rgb`, or is there more than once.
Result<bool> restore_palette(Bytes rgb, uint8_t transparent, const EditedPalette& edited,
                             size_t width, std::vector<uint8_t>& pixels);

}  // namespace wardrobe
