#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Encodes strips for kernels/decode.h, for samples and tests. All functions append to `out`.

namespace wardrobe {

/// Appends a strip of 8 × `height` pixels in this code. Pixel (x, y) is pixels[y * stride + x]. The
/// code must be known (encode.h), and the colours must fit into the bits of its new colours.
void encode_strip(uint8_t code, const uint8_t* pixels, size_t stride, size_t height,
                  std::vector<uint8_t>& out);

/// Appends the bitmap of a whole room, row-major. The code must be one of bitmaps, and the colours
/// must fit. With code 150, all pixels get the colour of the first one.
void encode_room_bitmap(uint8_t code, const uint8_t* pixels, size_t width, size_t height,
                        std::vector<uint8_t>& out);

/// Appends a strip of a z-plane. Row y of the strip is the byte mask[y * stride].
void encode_mask_strip(const uint8_t* mask, size_t stride, size_t height,
                       std::vector<uint8_t>& out);

}  // namespace wardrobe
