#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/palette_order.h"

namespace wardrobe {

/// An indexed PNG as an editor saved it.
struct PngPicture {
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;  ///< row-major
  EditedPalette palette;
};

/// Reads a PNG. Refused: anything but a palette, interlacing, pixels without a colour, sizes that
/// no picture may have (LIMITS.md), damage. Safe on any input.
Result<PngPicture> read_png(Bytes file);

}  // namespace wardrobe
