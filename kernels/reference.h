#pragma once

#include "kernels/blit.h"
#include "kernels/decode.h"

// The plain forms of the kernels, one pixel at a time. They define the results: the vector forms
// are tested against them, leave rare input to them, and report only damage that the plain forms
// find. The plain forms need neither padding nor scratch space.

/// For #if, in code that is compiled once per target, after <hwy/highway.h>. Whether the target has
/// vectors of a fixed size of at least 16 bytes. Targets without them run the reference: SCALAR,
/// EMU128 (a loop for every operation), and targets such as RVV, whose vectors cannot be stored in
/// arrays or classes. SVE has the same limitation, but SVE machines run NEON: see CMakeLists.txt.
#define WARDROBE_HAVE_VECTORS \
  (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && !HWY_HAVE_SCALABLE)

namespace wardrobe {

DecodeResult decode_rle_rows_reference(Bytes in, RleSplit split, size_t width, size_t height,
                                       std::span<uint8_t> out);
DecodeResult decode_wide_rows_reference(Bytes in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_bomp_rows_reference(Bytes in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_majmin_rows_reference(Bytes in, size_t width, size_t height,
                                          std::span<uint8_t> out);
DecodeResult decode_trle_rows_reference(Bytes in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_auxiliary_rows_reference(Bytes in, size_t width, size_t height,
                                             uint8_t transparent, std::span<uint8_t> out);

DecodeResult decode_strip_reference(Bytes in, size_t height, uint8_t* out, size_t stride);
DecodeResult decode_room_bitmap_reference(Bytes in, size_t width, size_t height, uint8_t* out);

void transpose_reference(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas);

}  // namespace wardrobe
