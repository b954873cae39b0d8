#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decoded.h"

namespace wardrobe {

/// Decodes a picture of AKOS codec 16 (SCUMM.md §6 "Pixels"), pixel (x, y) to
/// out[y * width + x]. `in` begins with the byte that tells the bits per pixel. Which colour is
/// transparent is no matter here. Safe on any input: reads nothing outside `in`, writes nothing
/// outside `out`. What `out` holds is unspecified unless the result is complete.
/// A repeat of N makes N pixels of the colour before the next command is read: the next N - 1 take
/// it without reading one, and the one behind them is followed by a command like any other. No
/// command follows the last pixel of the picture.
/// Truncated: the input ends before the last pixel. Overrun: a repeat goes past the last pixel.
/// Damaged: 0 or more than 8 bits per pixel, or a repeat of 0 or 1.
/// Requires out.size() >= width * height + kPixelPadding.
DecodeResult decode_majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out);

}  // namespace wardrobe
