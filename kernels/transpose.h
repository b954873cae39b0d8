#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rle.h"

namespace wardrobe {

/// Turns a column-major picture into a row-major one: out[y * width + x] = in[x * height + y].
/// With width and height swapped it is the way back. The spans do not overlap.
/// Requires in.size() and out.size() >= width * height + kPixelPadding; the padding of `in` may be
/// read and that of `out` written.
void transpose(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out);

/// The plain form; needs no padding.
void transpose_reference(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out);

}  // namespace wardrobe
