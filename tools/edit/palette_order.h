#pragma once

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/png_picture.h"

namespace wardrobe {

/// Makes the pixels of `picture` values of the costume's palette again, whose colours `rgb` are as
/// they were exported: an editor may have sorted or shortened the palette. Colours are matched
/// exactly; what is fully transparent becomes `transparent`. True if something was changed; refused
/// where a colour is not in `rgb`, or is there more than once.
Result<bool> restore_palette(Bytes rgb, uint8_t transparent, PngPicture& picture);

}  // namespace wardrobe
