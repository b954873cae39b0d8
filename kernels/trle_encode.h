#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// The most bytes that encode_trle writes for a picture of this size.
constexpr size_t encode_trle_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Encodes a row-major picture for AKOS codec 32 (SCUMM.md §6 Pixels). Returns the number of bytes
/// written to `out`. Pixels of 255 are transparent: skipped, or omitted at the end of a row.
/// Requires width < 32768, pixels.size() == width * height and
/// out.size() >= encode_trle_bound(width, height).
size_t encode_trle(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

}  // namespace wardrobe
