#include "tools/render/render.h"

#include <algorithm>

namespace wardrobe {

void Extent::add(int32_t x, int32_t y, uint32_t width, uint32_t height) {
  const int64_t right = int64_t{x} + width;
  const int64_t bottom = int64_t{y} + height;
  const bool first = empty();
  left_ = first ? x : std::min<int64_t>(left_, x);
  top_ = first ? y : std::min<int64_t>(top_, y);
  right_ = first ? right : std::max(right_, right);
  bottom_ = first ? bottom : std::max(bottom_, bottom);
}

Rect bounds_of(const Trace& trace, const PicturesView& pictures) {
  Extent extent;
  for (const Cel& cel : trace.cels) {
    extent.add(cel.x, cel.y, pictures.width[cel.picture], pictures.height[cel.picture]);
  }
  return extent.box();
}

IndexImage magnified(IndexImage image, uint32_t scale) {
  if (scale == 1) return image;
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
