#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// The most bytes that encode_bomp writes for a picture of this size.
constexpr size_t encode_bomp_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Writes a row-major picture to `out` as AKOS codec 5 has it (SCUMM.md §6 "Pixels"), runs of
/// three pixels and more as runs, others as literals where those are no longer, and returns how
/// many bytes it wrote.
/// Requires width < 32768, pixels.size() == width * height and
/// out.size() >= encode_bomp_bound(width, height).
size_t encode_bomp(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

}  // namespace wardrobe
