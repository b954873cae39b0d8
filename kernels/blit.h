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
  uint8_t transparent;  ///< the index that leaves the canvas as it is
};

/// What is drawn on, laid out like a picture; an element is an index or a colour.
template <class Pixel>
struct Canvas {
  std::span<Pixel> pixels;
  size_t width;
  size_t height;
  size_t stride;
};

/// Where the picture's top left goes, in pixels of the canvas; it may lie outside. A flipped
/// picture has its columns in reverse order within the same box.
struct BlitAt {
  int32_t x;
  int32_t y;
  bool flip;
};

/// The colour of each index, in whatever byte order the canvas has.
using BlitPalette = std::span<const uint32_t, 256>;

/// Draws the opaque pixels that fall on the canvas and changes nothing else; needs no padding.
/// Width and height of picture and canvas may be 0 and are below 2^31; they do not overlap.
void blit(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit(const BlitPicture& picture, BlitAt at, BlitPalette palette,
          const Canvas<uint32_t>& canvas);

}  // namespace wardrobe
