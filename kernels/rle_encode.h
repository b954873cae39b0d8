#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/rle.h"

namespace wardrobe {

/// Appends the RLE of a row-major picture to `out`, by columns with runs across columns, as the
/// games store it: the shortest form, except that no run is longer than 255.
/// Requires pixels.size() == width * height and every pixel below the split's number of colours.
void encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                std::vector<uint8_t>& out);

}  // namespace wardrobe
