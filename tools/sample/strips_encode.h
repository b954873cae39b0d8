#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Encodes strips for kernels/decode.h, for samples and tests. All functions append to `out`.

namespace wardrobe {

/// Appends a strip of 8 × `height` pixels, with pixel (x, y) at pixels[y * stride + x], in this
/// code. Requires a known code (strip_codes.h), and colours that fit the bits which the code has
/// for a new colour.
void encode_strip(uint8_t code, const uint8_t* pixels, size_t stride, size_t height,
                  std::vector<uint8_t>& out);

/// Appends the bitmap of a whole room, row-major. Requires a code of bitmaps and colours that fit;
/// with code 150, all pixels get the colour of the first one.
void encode_room_bitmap(uint8_t code, const uint8_t* pixels, size_t width, size_t height,
                        std::vector<uint8_t>& out);

/// Appends a strip of a z-plane, whose row y is the byte at mask[y * stride].
void encode_mask_strip(const uint8_t* mask, size_t stride, size_t height,
                       std::vector<uint8_t>& out);

}  // namespace wardrobe
