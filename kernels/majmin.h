#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode_result.h"

namespace wardrobe {

/// Decodes a picture of AKOS codec 16 (SCUMM.md §6 Pixels), pixel (x, y) to out[y * width + x].
/// `in` begins with the byte that holds the bits per pixel. Transparency is the caller's concern.
/// Safe on any input: reads only `in`, writes only `out`. The contents of `out` are unspecified
/// unless the result is complete.
/// A command follows every pixel but the last and adds one pixel; a repeat of N adds N pixels of
/// the current colour.
/// Truncated: the input ends before the last pixel. Overrun: a repeat goes past the last pixel.
/// Damaged: 0 or more than 8 bits per pixel, or a repeat of 0 or 1.
/// Requires out.size() >= width * height + kPixelPadding.
DecodeResult decode_majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out);

}  // namespace wardrobe
