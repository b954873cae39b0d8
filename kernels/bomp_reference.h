#pragma once

#include "kernels/bomp.h"

namespace wardrobe {

/// The plain form of decode_bomp_rows, which the vector forms are tested against. Needs no padding.
DecodeResult decode_bomp_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);

}  // namespace wardrobe
