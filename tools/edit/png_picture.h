#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// An indexed PNG as an editor saved it.
struct PngPicture {
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;              ///< row-major
  std::vector<std::array<uint8_t, 3>> rgb;  ///< its palette, up to 256 colours
  std::vector<uint8_t> alpha;               ///< of each colour
};

/// Reads a PNG. Refused: anything but a palette, interlacing, pixels without a colour, sizes that
/// no picture may have (SCUMM.md §7 "Limits"), damage. Safe on any input.
Result<PngPicture> read_png(Bytes file);

}  // namespace wardrobe
