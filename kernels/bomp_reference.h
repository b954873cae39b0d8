#pragma once

#include "kernels/bomp.h"

namespace wardrobe {

/// The plain form of decode_bomp_rows: what every other form is compared with. Needs no padding:
/// out.size() >= width * height is enough.
DecodeResult decode_bomp_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);

}  // namespace wardrobe
