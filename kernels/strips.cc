#include "kernels/strips.h"

#include "kernels/strip_codes.h"
#include "kernels/strips_reference.h"

namespace wardrobe {

bool strip_is_see_through(uint8_t code) { return strip_code(code).see_through; }

StripResult decode_strip(std::span<const uint8_t> in, size_t height, uint8_t* out, size_t stride) {
  return decode_strip_reference(in, height, out, stride);
}

StripResult decode_room_bitmap(std::span<const uint8_t> in, size_t width, size_t height,
                               uint8_t* out) {
  return decode_room_bitmap_reference(in, width, height, out);
}

StripResult decode_mask_strip(std::span<const uint8_t> in, size_t height, uint8_t* out,
                              size_t stride) {
  return decode_mask_strip_reference(in, height, out, stride);
}

}  // namespace wardrobe
