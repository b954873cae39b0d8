#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode_result.h"

namespace wardrobe {

/// Decodes a picture of AKOS codec 5 (SCUMM.md §6 Pixels), pixel (x, y) to out[y * width + x].
/// Transparency (colour 255) is the caller's concern. Safe on any input: reads only `in`, writes
/// only `out`. The contents of `out` are unspecified unless the result is complete. Bytes that a
/// row declares past its last pixel are ignored.
/// Truncated: a row's byte count exceeds the input, or its bytes end before its last pixel or
/// inside a code. Overrun: a code goes past the end of its row.
/// Requires out.size() >= width * height + kPixelPadding.
DecodeResult decode_bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out);

}  // namespace wardrobe
