#pragma once

#include <array>
#include <bit>
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

/// The colour of each index: in memory red, green, blue and alpha, not multiplied by alpha, as on
/// the canvas.
using BlitPalette = std::span<const uint32_t, 256>;

/// Returns the result of drawing a colour `over` another one.
constexpr uint32_t blended(uint32_t over, uint32_t under) {
  const auto from = std::bit_cast<std::array<uint8_t, 4>>(over);
  auto to = std::bit_cast<std::array<uint8_t, 4>>(under);
  if (from[3] == 255) return over;
  if (from[3] == 0) return under;
  const unsigned kept = (to[3] * (255u - from[3]) + 127) / 255;
  const unsigned alpha = from[3] + kept;
  for (size_t i = 0; i < 3; ++i) {
    to[i] = static_cast<uint8_t>((from[i] * from[3] + to[i] * kept + alpha / 2) / alpha);
  }
  to[3] = static_cast<uint8_t>(alpha);
  return std::bit_cast<uint32_t>(to);
}

/// Draws all pixels but transparent ones, where they fall on the canvas, and changes nothing else.
/// Colours are blended. Needs no padding. Widths and heights may be 0 and must be below 2^31.
/// Picture and canvas must not overlap.
void blit(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit(const BlitPicture& picture, BlitAt at, BlitPalette palette,
          const Canvas<uint32_t>& canvas);

/// Calls to_pixel(index, pixel of the canvas) for each pixel that blit() draws, one after the
/// other, and stores what it returns.
template <class Pixel, class ToPixel>
void blit_each(const BlitPicture& picture, BlitAt at, const Canvas<Pixel>& canvas,
               ToPixel to_pixel) {
  for (size_t y = 0; y < picture.height; ++y) {
    for (size_t x = 0; x < picture.width; ++x) {
      const uint8_t index = picture.pixels[y * picture.stride + x];
      if (index == picture.transparent) continue;
      const int64_t to_x = at.x + static_cast<int64_t>(at.flip ? picture.width - 1 - x : x);
      const int64_t to_y = at.y + static_cast<int64_t>(y);
      if (to_x < 0 || to_x >= static_cast<int64_t>(canvas.width)) continue;
      if (to_y < 0 || to_y >= static_cast<int64_t>(canvas.height)) continue;
      Pixel& to =
          canvas.pixels[static_cast<size_t>(to_y) * canvas.stride + static_cast<size_t>(to_x)];
      to = to_pixel(index, to);
    }
  }
}

}  // namespace wardrobe
