#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// The most bytes that encode_trle writes for a picture of this size.
constexpr size_t encode_trle_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Writes a row-major picture to `out` as AKOS codec 32 has it (SCUMM.md §6 "Pixels"), and
/// returns how many bytes it wrote. Pixels of 255 are transparent: skipped, or left out at the end
/// of a row.
/// Requires width < 32768, pixels.size() == width * height and
/// out.size() >= encode_trle_bound(width, height).
size_t encode_trle(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

}  // namespace wardrobe
