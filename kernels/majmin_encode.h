#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// The most bytes that encode_majmin writes for a picture with this number of pixels.
constexpr size_t encode_majmin_bound(size_t pixels) { return 2 + (10 * pixels + 7) / 8; }

/// Encodes a row-major picture for AKOS codec 16 (SCUMM.md §6 Pixels), with as many bits per pixel
/// as its highest colour needs. Returns the number of bytes written to `out`.
/// Requires pixels.size() == width * height and out.size() >= encode_majmin_bound(width * height).
size_t encode_majmin(std::span<const uint8_t> pixels, size_t width, size_t height,
                     std::span<uint8_t> out);

}  // namespace wardrobe
