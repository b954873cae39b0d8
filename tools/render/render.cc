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

void blit_shaded(const BlitPicture& picture, BlitAt at, const Shading& shading,
                 const Canvas<uint8_t>& canvas) {
  for (size_t y = 0; y < picture.height; ++y) {
    const int64_t to_y = at.y + static_cast<int64_t>(y);
    if (to_y < 0 || to_y >= static_cast<int64_t>(canvas.height)) continue;
    for (size_t x = 0; x < picture.width; ++x) {
      const uint8_t value = picture.pixels[y * picture.stride + x];
      const int64_t to_x = at.x + static_cast<int64_t>(at.flip ? picture.width - 1 - x : x);
      if (value == picture.transparent || to_x < 0) continue;
      if (to_x >= static_cast<int64_t>(canvas.width)) continue;
      uint8_t& to =
          canvas.pixels[static_cast<size_t>(to_y) * canvas.stride + static_cast<size_t>(to_x)];
      to = shading.is_shadow[value] ? shading.darker[to] : value;
    }
  }
}

std::vector<uint8_t> rgba_of(Bytes pixels, const ImagePalette& palette) {
  std::array<std::array<uint8_t, 4>, ImagePalette::kColors> colors{};
  for (size_t i = 0; i < colors.size(); ++i) {
    if (palette.transparent == i) continue;
    const uint8_t* const rgb = &palette.rgb[3 * i];
    colors[i] = {rgb[0], rgb[1], rgb[2], palette.shadow[i] ? kShadowAlpha : uint8_t{255}};
  }
  std::vector<uint8_t> rgba;
  rgba.reserve(4 * pixels.size());
  for (const uint8_t pixel : pixels) {
    rgba.insert(rgba.end(), colors[pixel].begin(), colors[pixel].end());
  }
  return rgba;
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
