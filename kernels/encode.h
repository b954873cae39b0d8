#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode.h"
#include "kernels/strip_codes.h"

// Encodes pictures as games store them, for the decoders of decode.h. All functions take row-major
// pixels and return the number of bytes written to `out`. They require pixels.size() == width *
// height, and an `out` at least as large as their bound.

namespace wardrobe {

/// The most bytes that encode_rle writes for a picture with this number of pixels.
constexpr size_t encode_rle_bound(size_t pixels) { return 2 * pixels; }

/// Encodes a picture for COST and AKOS codec 1: by columns, with runs that cross columns and are at
/// most 255 pixels long. For storage by rows, pass the picture as a single column. Requires every
/// pixel to be below the split's number of colours.
size_t encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out);

/// The most bytes that encode_wide writes for a picture with this number of pixels.
constexpr size_t encode_wide_bound(size_t pixels) { return pixels / 8 + pixels / 8 / 127 + 1; }

/// Encodes a picture for COST of version 1. Requires width % 8 == 0, pixels below 4, and that the
/// two pixels of each pair in a row are equal.
size_t encode_wide(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

/// The most bytes that encode_bomp writes for a picture of this size.
constexpr size_t encode_bomp_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Encodes a picture for AKOS codec 5. Requires width < 32768.
size_t encode_bomp(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

/// The most bytes that encode_trle writes for a picture of this size.
constexpr size_t encode_trle_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Encodes a picture for AKOS codec 32. Pixels of 255 are transparent: skipped, or omitted at the
/// end of a row. Requires width < 32768.
size_t encode_trle(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out);

/// The most bytes that encode_strip_bits writes for this number of pixels.
constexpr size_t encode_strip_bits_bound(size_t pixels) { return 1 + (10 * pixels + 7) / 8; }

/// Encodes the data after the code of a strip whose data are bits. `pixels` are in the order of the
/// data. Requires the coding basic, run or he, colours of at most code.bits bits, and at least one
/// pixel.
size_t encode_strip_bits(StripCode code, std::span<const uint8_t> pixels, std::span<uint8_t> out);

/// The most bytes that encode_majmin writes for a picture with this number of pixels.
constexpr size_t encode_majmin_bound(size_t pixels) { return 1 + encode_strip_bits_bound(pixels); }

/// Encodes a picture for AKOS codec 16, with as many bits per pixel as its highest colour needs.
size_t encode_majmin(std::span<const uint8_t> pixels, size_t width, size_t height,
                     std::span<uint8_t> out);

}  // namespace wardrobe
