#pragma once

#include "kernels/blit.h"
#include "kernels/decode.h"

// The plain forms of the kernels, one pixel at a time. They define the results: the vector forms
// are tested against them, leave rare input to them, and report only damage that the plain forms
// find. The plain forms need neither padding nor scratch space.

namespace wardrobe {

DecodeResult decode_rle_rows_reference(std::span<const uint8_t> in, RleSplit split, size_t width,
                                       size_t height, std::span<uint8_t> out);
DecodeResult decode_wide_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_bomp_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_majmin_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          std::span<uint8_t> out);
DecodeResult decode_trle_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out);
DecodeResult decode_auxiliary_rows_reference(std::span<const uint8_t> in, size_t width,
                                             size_t height, uint8_t transparent,
                                             std::span<uint8_t> out);

DecodeResult decode_strip_reference(std::span<const uint8_t> in, size_t height, uint8_t* out,
                                    size_t stride);
DecodeResult decode_room_bitmap_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          uint8_t* out);

void transpose_reference(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out);

void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas);

}  // namespace wardrobe
