#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decoded.h"

namespace wardrobe {

/// Decodes a picture of AKOS codec 5 (SCUMM.md §6 "Pixels"), pixel (x, y) to
/// out[y * width + x]. All 256 values are colours; that a caller takes 255 for transparent is no
/// matter here. Safe on any input: reads nothing outside `in`, writes nothing outside `out`. What
/// `out` holds is unspecified unless the result is complete.
/// Truncated: a row's byte count reaches behind the input, or its bytes end before its last pixel
/// or inside a code. Overrun: a code goes past the end of its row. What a row's byte count has
/// behind its last pixel is skipped.
/// Requires out.size() >= width * height + kPixelPadding.
DecodeResult decode_bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out);

}  // namespace wardrobe
