#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rle.h"

namespace wardrobe {

/// The most bytes that encode_rle writes for a picture with this number of pixels.
constexpr size_t encode_rle_bound(size_t pixels) { return 2 * pixels; }

/// Encodes a row-major picture as the games store it: by columns, with runs that cross columns and
/// are at most 255 pixels long. Returns the number of bytes written to `out`.
/// Requires pixels.size() == width * height, every pixel below the split's number of colours, and
/// out.size() >= encode_rle_bound(width * height).
size_t encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out);

}  // namespace wardrobe
