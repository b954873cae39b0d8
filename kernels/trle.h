#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decoded.h"

namespace wardrobe {

/// Decodes a picture of AKOS codec 32 (SCUMM.md §6 "Pixels"), pixel (x, y) to
/// out[y * width + x]; transparent pixels become 255. A row whose bytes end before its last pixel,
/// and so one of no bytes at all, is transparent from there on. Safe on any input: reads nothing
/// outside `in`, writes nothing outside `out`. What `out` holds is unspecified unless the result
/// is complete.
/// Truncated: a row's byte count reaches behind the input, or its bytes end inside a code.
/// Overrun: a code, be it a skip, goes past the end of its row. Damaged: an opaque pixel of 255,
/// which could not be told from a transparent one. What a row's byte count has behind its last
/// pixel is skipped.
/// Requires out.size() >= width * height + kPixelPadding.
DecodeResult decode_trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out);

}  // namespace wardrobe
