#include "kernels/blit_reference.h"

namespace wardrobe {
namespace {

template <class Pixel, class ToPixel>
void draw(const BlitPicture& picture, BlitAt at, const Canvas<Pixel>& canvas, ToPixel to_pixel) {
  for (size_t y = 0; y < picture.height; ++y) {
    for (size_t x = 0; x < picture.width; ++x) {
      const uint8_t index = picture.pixels[y * picture.stride + x];
      if (index == picture.transparent) continue;
      const int64_t to_x = at.x + static_cast<int64_t>(at.flip ? picture.width - 1 - x : x);
      const int64_t to_y = at.y + static_cast<int64_t>(y);
      if (to_x < 0 || to_x >= static_cast<int64_t>(canvas.width)) continue;
      if (to_y < 0 || to_y >= static_cast<int64_t>(canvas.height)) continue;
      canvas.pixels[static_cast<size_t>(to_y) * canvas.stride + static_cast<size_t>(to_x)] =
          to_pixel(index);
    }
  }
}

}  // namespace

void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  draw(picture, at, canvas, [](uint8_t index) { return index; });
}

void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas) {
  draw(picture, at, canvas, [palette](uint8_t index) { return palette[index]; });
}

}  // namespace wardrobe
