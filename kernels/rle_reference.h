#pragma once

#include "kernels/rle.h"

namespace wardrobe {

/// The plain form of decode_rle_columns, one pixel per store, which the vector forms are tested
/// against. Needs no padding.
DecodeResult decode_rle_columns_reference(std::span<const uint8_t> in, RleSplit split,
                                          size_t pixels, std::span<uint8_t> out);

/// The plain form of decode_rle_rows. Needs neither padding nor scratch space.
DecodeResult decode_rle_rows_reference(std::span<const uint8_t> in, RleSplit split, size_t width,
                                       size_t height, std::span<uint8_t> out);

}  // namespace wardrobe
