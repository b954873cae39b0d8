#include "kernels/blit.h"

#include <algorithm>

#include "kernels/blit_reference.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/blit.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

#ifndef WARDROBE_KERNELS_BLIT_ROWS_
#define WARDROBE_KERNELS_BLIT_ROWS_
namespace wardrobe {
namespace {

/// The part of a picture that falls on a canvas. Pixel i of a row comes from `from` + i, or when
/// flipped from `from` + width - 1 - i.
struct BlitRows {
  const uint8_t* from;
  size_t from_stride;
  size_t to;  ///< of the first row in the canvas
  size_t to_stride;
  size_t width;
  size_t height;
  uint8_t transparent;
  bool flip;
};

}  // namespace
}  // namespace wardrobe
#endif

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A row is drawn in blocks of N pixels, the last of them pulled back so that it ends with the row:
// drawing a pixel twice is as good as once. Rows of less than N take blocks half as wide, down to
// single pixels.

struct ToIndex {
  using Pixel = uint8_t;
#if HWY_TARGET == HWY_SCALAR
  static constexpr size_t kWidest = 1;
#else
  static constexpr size_t kWidest = std::min<size_t>(HWY_MAX_BYTES, 32);
#endif

  Pixel one(uint8_t index) const { return index; }

#if HWY_TARGET != HWY_SCALAR
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void block(D d, V indices, uint8_t transparent, Pixel* HWY_RESTRICT to) const {
    const auto keep = hn::Eq(indices, hn::Set(d, transparent));
    hn::StoreU(hn::IfThenElse(keep, hn::LoadU(d, to), indices), d, to);
  }
#endif
};

struct ToColor {
  using Pixel = uint32_t;
#if HWY_TARGET == HWY_SCALAR
  static constexpr size_t kWidest = 1;
#else
  static constexpr size_t kWidest = std::min<size_t>(HWY_MAX_BYTES, 64) / sizeof(Pixel);
#endif

  const uint32_t* HWY_RESTRICT palette;

  Pixel one(uint8_t index) const { return palette[index]; }

#if HWY_TARGET != HWY_SCALAR
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void block(D d, V indices, uint8_t transparent, Pixel* HWY_RESTRICT to) const {
    const hn::Rebind<uint32_t, D> d32;
    const hn::Rebind<int32_t, D> index32;
    const auto wide = hn::PromoteTo(d32, indices);
    const auto keep = hn::Eq(wide, hn::Set(d32, transparent));
    const auto colors = hn::GatherIndex(d32, palette, hn::BitCast(index32, wide));
    hn::StoreU(hn::IfThenElse(keep, hn::LoadU(d32, to), colors), d32, to);
    (void)d;
  }
#endif
};

#if HWY_TARGET != HWY_SCALAR

template <class D, class V = hn::Vec<D>>
HWY_INLINE V reverse(D d, V v) {
  constexpr size_t kLanes = MaxLanes(D());
  if constexpr (kLanes == 32) v = hn::ConcatLowerUpper(d, v, v);
  alignas(16) static constexpr uint8_t kReverse[] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                     7,  6,  5,  4,  3,  2,  1, 0};
  if constexpr (kLanes >= 16) return hn::TableLookupBytes(v, hn::LoadDup128(d, kReverse));
  return hn::TableLookupBytes(v, hn::LoadU(d, kReverse + 16 - kLanes));
}

#endif

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

void draw_indices(const BlitRows& rows, uint8_t* canvas) { draw(ToIndex{}, rows, canvas); }

void draw_colors(const BlitRows& rows, const uint32_t* palette, uint32_t* canvas) {
  draw(ToColor{palette}, rows, canvas);
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {
namespace {

/// The part from `begin` to before `end` of a picture's axis that falls on a canvas's.
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

template <class Pixel>
BlitRows clip(const BlitPicture& picture, BlitAt at, const Canvas<Pixel>& canvas) {
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

HWY_EXPORT(draw_indices);
HWY_EXPORT(draw_colors);

}  // namespace

void blit(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  HWY_DYNAMIC_DISPATCH(draw_indices)(clip(picture, at, canvas), canvas.pixels.data());
}

void blit(const BlitPicture& picture, BlitAt at, BlitPalette palette,
          const Canvas<uint32_t>& canvas) {
  HWY_DYNAMIC_DISPATCH(draw_colors)
  (clip(picture, at, canvas), palette.data(), canvas.pixels.data());
}

}  // namespace wardrobe
#endif
