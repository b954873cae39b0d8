#pragma once

#include "kernels/strips.h"

// The plain forms, which the vector forms are tested against.

namespace wardrobe {

StripResult decode_strip_reference(std::span<const uint8_t> in, size_t height, uint8_t* out,
                                   size_t stride);

StripResult decode_room_bitmap_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                         uint8_t* out);

}  // namespace wardrobe
