#pragma once

#include "kernels/majmin.h"

namespace wardrobe {

/// The plain form of decode_majmin_rows, which the vector form is tested against. Needs no padding.
DecodeResult decode_majmin_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          std::span<uint8_t> out);

}  // namespace wardrobe
