#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// Converts a column-major picture to row-major: out[y * width + x] = in[x * height + y]. With
/// width and height swapped, it converts back. The spans must not overlap. Requires in.size() and
/// out.size() >= width * height + kPixelPadding. The padding of `in` may be read, and that of `out`
/// may be written.
void transpose(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out);

}  // namespace wardrobe
