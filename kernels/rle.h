#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode_result.h"

namespace wardrobe {

/// How COST and AKOS codec 1 split a run byte: colour in the high bits, length in the low bits
/// (SCUMM.md §2, §6 Pixels). The value is the number of length bits.
enum class RleSplit : uint8_t { colors16 = 4, colors32 = 3, colors64 = 2 };

/// Decodes `pixels` pixels in stored order: column by column in every game except Amiga v5, which
/// stores rows. An extension length of 0 means 256. Safe on any input: reads only `in`, writes only
/// `out`. The contents of `out` are unspecified unless the result is complete.
/// Requires out.size() >= pixels + kPixelPadding.
DecodeResult decode_rle_columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                                std::span<uint8_t> out);

/// The same for a picture stored by columns, but writes rows: pixel (x, y) to out[y * width + x].
/// Requires out.size() and scratch.size() >= width * height + kPixelPadding; the two must not
/// overlap.
DecodeResult decode_rle_rows(std::span<const uint8_t> in, RleSplit split, size_t width,
                             size_t height, std::span<uint8_t> out, std::span<uint8_t> scratch);

}  // namespace wardrobe
