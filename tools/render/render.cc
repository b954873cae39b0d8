#include "tools/render/render.h"

#include <algorithm>

namespace wardrobe {

Box box_of(const Trace& trace, const Pictures& pictures) {
  if (trace.cels.empty()) return {};
  int64_t left = trace.cels[0].x;
  int64_t top = trace.cels[0].y;
  int64_t right = left + 1;
  int64_t bottom = top + 1;
  for (const Cel& cel : trace.cels) {
    left = std::min<int64_t>(left, cel.x);
    top = std::min<int64_t>(top, cel.y);
    right = std::max(right, int64_t{cel.x} + pictures.width[cel.picture]);
    bottom = std::max(bottom, int64_t{cel.y} + pictures.height[cel.picture]);
  }
  return {left, top, right - left, bottom - top};
}

void draw_cels(std::span<const Cel> cels, const Pictures& pictures, const PixelsOf& pixels_of,
               const Box& box, const Canvas<uint8_t>& canvas) {
  for (const Cel& cel : cels) {
    const uint16_t width = pictures.width[cel.picture];
    blit({pixels_of(cel.picture), width, pictures.height[cel.picture], width,
          pictures.transparent[cel.picture]},
         {static_cast<int32_t>(cel.x - box.left), static_cast<int32_t>(cel.y - box.top),
          cel.flip != 0},
         canvas);
  }
}

IndexImage magnified(const IndexImage& image, uint32_t scale) {
  IndexImage large{image.width * scale, image.height * scale, {}};
  large.pixels.reserve(size_t{large.width} * large.height);
  for (size_t y = 0; y < image.height; ++y) {
    const size_t first = large.pixels.size();
    for (size_t x = 0; x < image.width; ++x) {
      large.pixels.insert(large.pixels.end(), scale, image.pixels[y * image.width + x]);
    }
    for (uint32_t copy = 1; copy < scale; ++copy) {
      large.pixels.resize(large.pixels.size() + large.width);
      std::copy_n(large.pixels.begin() + static_cast<ptrdiff_t>(first), large.width,
                  large.pixels.end() - static_cast<ptrdiff_t>(large.width));
    }
  }
  return large;
}

}  // namespace wardrobe
