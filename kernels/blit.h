#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// A row-major picture; row y starts at pixels[y * stride].
/// Requires stride >= width, and pixels up to the end of the last row.
struct BlitPicture {
  std::span<const uint8_t> pixels;
  size_t width;
  size_t height;
  size_t stride;
  uint8_t transparent;  ///< pixels of this index are not drawn
};

/// The destination, laid out like a picture; its elements are indices or colours.
template <class Pixel>
struct Canvas {
  std::span<Pixel> pixels;
  size_t width;
  size_t height;
  size_t stride;
};

/// Where the top left corner of the picture goes on the canvas; it may be outside. Flipping
/// reverses the order of the columns within the same box.
struct BlitAt {
  int32_t x;
  int32_t y;
  bool flip;
};

/// The colour of each index, in the byte order of the canvas.
using BlitPalette = std::span<const uint32_t, 256>;

/// Draws the opaque pixels that fall on the canvas and changes nothing else. Needs no padding.
/// Widths and heights may be 0 and must be below 2^31. Picture and canvas must not overlap.
void blit(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit(const BlitPicture& picture, BlitAt at, BlitPalette palette,
          const Canvas<uint32_t>& canvas);

}  // namespace wardrobe
