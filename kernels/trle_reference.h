#pragma once

#include "kernels/trle.h"

namespace wardrobe {

/// The plain form of decode_trle_rows, which the vector forms are tested against. Needs no padding.
DecodeResult decode_trle_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);

}  // namespace wardrobe
