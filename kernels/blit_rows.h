#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "kernels/blit.h"

namespace wardrobe {

/// The part of a picture that falls on a canvas. Pixel i of a row is from[i], or if flipped
/// from[width - 1 - i].
struct BlitRows {
  const uint8_t* from;
  size_t from_stride;
  size_t to;  ///< where the first row begins on the canvas
  size_t to_stride;
  size_t width;
  size_t height;
  uint8_t transparent;
  bool flip;
};

/// The half-open range of a picture's columns or rows that falls on a canvas.
struct Visible {
  size_t begin;
  size_t end;
};

inline Visible clip(int32_t at, size_t picture, size_t canvas) {
  const auto size = static_cast<int64_t>(picture);
  const int64_t begin = std::clamp<int64_t>(-int64_t{at}, 0, size);
  const int64_t end = std::clamp<int64_t>(static_cast<int64_t>(canvas) - at, begin, size);
  return {static_cast<size_t>(begin), static_cast<size_t>(end)};
}

/// Whether all rows of a picture or canvas lie inside its `pixels`.
template <class Area>
bool holds_its_rows(const Area& area) {
  return area.width == 0 || area.height == 0 ||
         (area.stride >= area.width &&
          area.pixels.size() >= (area.height - 1) * area.stride + area.width);
}

template <class Pixel>
BlitRows clip(const BlitPicture& picture, BlitAt at, const Canvas<Pixel>& canvas) {
  assert(holds_its_rows(picture) && holds_its_rows(canvas));
  const Visible x = clip(at.x, picture.width, canvas.width);
  const Visible y = clip(at.y, picture.height, canvas.height);
  if (x.begin == x.end || y.begin == y.end) return {};
  const size_t from_x = at.flip ? picture.width - x.end : x.begin;
  const auto to_x = static_cast<size_t>(at.x + static_cast<int64_t>(x.begin));
  const auto to_y = static_cast<size_t>(at.y + static_cast<int64_t>(y.begin));
  return {.from = picture.pixels.data() + y.begin * picture.stride + from_x,
          .from_stride = picture.stride,
          .to = to_y * canvas.stride + to_x,
          .to_stride = canvas.stride,
          .width = x.end - x.begin,
          .height = y.end - y.begin,
          .transparent = picture.transparent,
          .flip = at.flip};
}

}  // namespace wardrobe
