#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// The most bytes that encode_majmin writes for a picture of so many pixels.
constexpr size_t encode_majmin_bound(size_t pixels) { return 2 + (10 * pixels + 7) / 8; }

/// Writes a row-major picture to `out` as AKOS codec 16 has it (SCUMM.md §6 "Pixels"), with as
/// many bits per pixel as its highest colour needs, and returns how many bytes it wrote. Changes by
/// -4 to 3 are written as such, and runs as repeats where those are shorter.
/// Requires pixels.size() == width * height and out.size() >= encode_majmin_bound(width * height).
size_t encode_majmin(std::span<const uint8_t> pixels, size_t width, size_t height,
                     std::span<uint8_t> out);

}  // namespace wardrobe
