#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rle.h"

namespace wardrobe {

/// The most bytes that encode_rle writes for a picture of so many pixels.
constexpr size_t encode_rle_bound(size_t pixels) { return 2 * pixels; }

/// Writes the RLE of a row-major picture to `out`, by columns with runs across columns, as the
/// games store it, no run longer than 255, and returns how many bytes it wrote.
/// Requires pixels.size() == width * height, every pixel below the split's number of colours, and
/// out.size() >= encode_rle_bound(width * height).
size_t encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out);

}  // namespace wardrobe
