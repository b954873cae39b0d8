#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decoded.h"

namespace wardrobe {

/// How a run byte of COST and of AKOS codec 1 is split: colour bits above, length bits below
/// (SCUMM.md §2 "RLE", §6 "Codec 1"). The value is the number of length bits.
enum class RleSplit : uint8_t { colors16 = 4, colors32 = 3, colors64 = 2 };

/// Decodes `pixels` pixels in the order in which they are stored: column by column in every game
/// but Amiga v5, which goes row by row. Safe on any input: reads nothing outside `in`, writes
/// nothing outside `out`. What `out` holds is unspecified unless the result is complete.
/// Requires out.size() >= pixels + kPixelPadding. An extension length of 0 counts 256.
DecodeResult decode_rle_columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                                std::span<uint8_t> out);

/// The same for a picture stored by columns, written row-major: pixel (x, y) at out[y * width + x].
/// Requires out.size() and scratch.size() >= width * height + kPixelPadding; the two do not
/// overlap.
DecodeResult decode_rle_rows(std::span<const uint8_t> in, RleSplit split, size_t width,
                             size_t height, std::span<uint8_t> out, std::span<uint8_t> scratch);

}  // namespace wardrobe
