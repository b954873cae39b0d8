#include "kernels/blit.h"

#include <algorithm>
#include <cassert>

#include "kernels/reference.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/blit.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

namespace hn = hwy::HWY_NAMESPACE;

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

Visible clip(int32_t at, size_t picture, size_t canvas) {
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

// A row is drawn in blocks of N pixels. The last block is pulled back so that it ends with the row:
// drawing a pixel twice does no harm. Rows of fewer than N pixels use blocks half as wide, down to
// single pixels.

struct ToIndex {
  using Pixel = uint8_t;
  static constexpr size_t kWidest = std::min<size_t>(HWY_MAX_BYTES, 32);

  Pixel one(uint8_t index) const { return index; }

  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void block(D d, V indices, uint8_t transparent, Pixel* HWY_RESTRICT to) const {
    const auto keep = hn::Eq(indices, hn::Set(d, transparent));
    hn::StoreU(hn::IfThenElse(keep, hn::LoadU(d, to), indices), d, to);
  }
};

struct ToColor {
  using Pixel = uint32_t;
  static constexpr size_t kWidest = std::min<size_t>(HWY_MAX_BYTES, 64) / sizeof(Pixel);

  const uint32_t* HWY_RESTRICT palette;

  Pixel one(uint8_t index) const { return palette[index]; }

  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void block(D, V indices, uint8_t transparent, Pixel* HWY_RESTRICT to) const {
    const hn::Rebind<uint32_t, D> d32;
    const hn::Rebind<int32_t, D> index32;
    const auto wide = hn::PromoteTo(d32, indices);
    const auto keep = hn::Eq(wide, hn::Set(d32, transparent));
    const auto colors = hn::GatherIndex(d32, palette, hn::BitCast(index32, wide));
    hn::StoreU(hn::IfThenElse(keep, hn::LoadU(d32, to), colors), d32, to);
  }
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V reverse(D d, V v) {
  constexpr size_t kLanes = MaxLanes(D());
  if constexpr (kLanes == 32) v = hn::ConcatLowerUpper(d, v, v);
  alignas(16) static constexpr uint8_t kReverse[] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                     7,  6,  5,  4,  3,  2,  1, 0};
  if constexpr (kLanes >= 16) return hn::TableLookupBytes(v, hn::LoadDup128(d, kReverse));
  return hn::TableLookupBytes(v, hn::LoadU(d, kReverse + 16 - kLanes));
}

template <size_t kLanes, class To>
HWY_INLINE void draw_row(const To& to_pixel, const BlitRows& rows, const uint8_t* HWY_RESTRICT from,
                         typename To::Pixel* HWY_RESTRICT to) {
  if constexpr (kLanes < 4) {
    for (size_t i = 0; i < rows.width; ++i) {
      const uint8_t index = from[rows.flip ? rows.width - 1 - i : i];
      if (index != rows.transparent) to[i] = to_pixel.one(index);
    }
  } else {
    if (rows.width < kLanes) return draw_row<kLanes / 2>(to_pixel, rows, from, to);
    const hn::FixedTag<uint8_t, kLanes> d;
    for (size_t i = 0; i < rows.width; i += kLanes) {
      const size_t x = std::min(i, rows.width - kLanes);
      const auto indices = rows.flip ? reverse(d, hn::LoadU(d, from + (rows.width - kLanes - x)))
                                     : hn::LoadU(d, from + x);
      to_pixel.block(d, indices, rows.transparent, to + x);
    }
  }
}

template <class To>
HWY_INLINE void draw(const To& to_pixel, const BlitRows& rows, typename To::Pixel* canvas) {
  for (size_t y = 0; y < rows.height; ++y) {
    draw_row<To::kWidest>(to_pixel, rows, rows.from + y * rows.from_stride,
                          canvas + rows.to + y * rows.to_stride);
  }
}

void draw_indices(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  draw(ToIndex{}, clip(picture, at, canvas), canvas.pixels.data());
}

void draw_colors(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                 const Canvas<uint32_t>& canvas) {
  draw(ToColor{palette.data()}, clip(picture, at, canvas), canvas.pixels.data());
}

#else

void draw_indices(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  blit_reference(picture, at, canvas);
}

void draw_colors(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                 const Canvas<uint32_t>& canvas) {
  blit_reference(picture, at, palette, canvas);
}

#endif

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(draw_indices);
HWY_EXPORT(draw_colors);

void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  blit_each(picture, at, canvas, [](uint8_t index, uint8_t) { return index; });
}

void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas) {
  blit_each(picture, at, canvas,
            [palette](uint8_t index, uint32_t under) { return blended(palette[index], under); });
}

void blit(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  HWY_DYNAMIC_DISPATCH(draw_indices)(picture, at, canvas);
}

void blit(const BlitPicture& picture, BlitAt at, BlitPalette palette,
          const Canvas<uint32_t>& canvas) {
  uint32_t common = ~uint32_t{0};
  for (size_t i = 0; i < palette.size(); ++i) {
    if (i != picture.transparent) common &= palette[i];
  }
  if (std::bit_cast<std::array<uint8_t, 4>>(common)[3] != 255) {
    return blit_reference(picture, at, palette, canvas);  // The vector form does not blend.
  }
  HWY_DYNAMIC_DISPATCH(draw_colors)(picture, at, palette, canvas);
}

}  // namespace wardrobe
#endif
