#include "kernels/transpose.h"

#include <algorithm>
#include <cassert>

#include "kernels/reference.h"
#include "kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/transpose.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

namespace hn = hwy::HWY_NAMESPACE;

// The picture is cut into tiles that are 16 pixels high and one, two or four blocks of 16 × 16
// wide. Each block of a tile has its own 128-bit lane in 16 vectors, which first hold its columns
// and, after four rounds of interleaving, its rows. A bottom tile or rightmost block that would be
// partial is pulled back over its neighbour if there is one.

constexpr size_t kSide = 16;
constexpr size_t kMostBlocks = std::min<size_t>(HWY_MAX_BYTES / kSide, 4);

/// Loads 16 pixels of one column of every block. `in` is the column of the first block. The last
/// block is `last` pixels to the right of it, and the others are side by side as far as that.
template <class D>
HWY_INLINE hn::Vec<D> load_column(D d, const uint8_t* HWY_RESTRICT in, size_t height, size_t last) {
  if constexpr (MaxLanes(D()) == kSide) {
    return hn::LoadU(d, in + last * height);
  } else {
    const hn::Half<D> half;
    const size_t right = std::min(last, MaxLanes(half));
    return hn::Combine(d, load_column(half, in + right * height, height, last - right),
                       load_column(half, in, height, MaxLanes(half) - kSide));
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_row(D d, V row, size_t last, uint8_t* HWY_RESTRICT out) {
  if constexpr (MaxLanes(D()) == kSide) {
    hn::StoreU(row, d, out + last);
  } else {
    const hn::Half<D> half;
    const size_t right = std::min(last, MaxLanes(half));
    hn::StoreU(hn::LowerHalf(half, row), half, out);
    store_row(half, hn::UpperHalf(half, row), last - right, out + right);
  }
}

/// Interleaves vectors i and i + 8. Doing this four times transposes the 16 × 16 bytes of each
/// lane.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void interleave_halves(D d, const V* HWY_RESTRICT from, V* HWY_RESTRICT to) {
  for (size_t i = 0; i < 8; ++i) {
    to[2 * i] = hn::InterleaveLower(d, from[i], from[i + 8]);
    to[2 * i + 1] = hn::InterleaveUpper(d, from[i], from[i + 8]);
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_lanes(D d, V* HWY_RESTRICT vectors) {
  V other[kSide];
  interleave_halves(d, vectors, other);
  interleave_halves(d, other, vectors);
  interleave_halves(d, vectors, other);
  interleave_halves(d, other, vectors);
}

/// Stores the first `rows` rows of a tile. It is recursive so that vectors are indexed by constants
/// only; otherwise the compiler would keep them in memory.
template <size_t kRow = 0, class D, class V = hn::Vec<D>>
HWY_INLINE void store_rows(D d, const V* HWY_RESTRICT vectors, size_t rows, size_t width,
                           size_t last, uint8_t* HWY_RESTRICT out) {
  if constexpr (kRow < kSide) {
    if (kRow == rows) return;
    store_row(d, vectors[kRow], last, out);
    store_rows<kRow + 1>(d, vectors, rows, width, last, out + width);
  }
}

/// Transposes a column of tiles, of which the last block is `last` pixels to the right of `x`.
template <size_t kBlocks>
HWY_INLINE void transpose_tiles(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                size_t x, size_t last, uint8_t* HWY_RESTRICT out) {
  const hn::FixedTag<uint8_t, kSide * kBlocks> d;
  hn::Vec<decltype(d)> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    const size_t top = height < kSide ? 0 : std::min(y, height - kSide);
    const uint8_t* column = in + x * height + top;
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = load_column(d, column, height, last);
      column += height;
    }
    transpose_lanes(d, vectors);
    uint8_t* row = out + top * width + x;
    if (HWY_LIKELY(height >= kSide)) {
      store_rows(d, vectors, kSide, width, last, row);
    } else {
      store_rows(d, vectors, height, width, last, row);
    }
  }
}

/// Transposes pictures narrower than a block. Each row's excess is overwritten by the next row.
HWY_INLINE void transpose_narrow(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                 uint8_t* HWY_RESTRICT out) {
  const hn::FixedTag<uint8_t, kSide> d;
  hn::Vec<decltype(d)> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = hn::LoadU(d, in + std::min(i, width - 1) * height + y);
    }
    transpose_lanes(d, vectors);
    store_rows(d, vectors, std::min(kSide, height - y), width, 0, out + y * width);
  }
}

void to_rows(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
             uint8_t* HWY_RESTRICT out) {
  if (width == 0) return;
  if (width < kSide) return transpose_narrow(in, width, height, out);
  for (size_t at = 0; at < width; at += kMostBlocks * kSide) {
    const size_t x = std::min(at, width - kSide);
    const size_t last = std::min(width - x, kMostBlocks * kSide) - kSide;
    if (last == 0) {
      transpose_tiles<1>(in, width, height, x, last, out);
    } else if (last <= kSide) {
      transpose_tiles<std::min<size_t>(kMostBlocks, 2)>(in, width, height, x, last, out);
    } else {
      transpose_tiles<kMostBlocks>(in, width, height, x, last, out);
    }
  }
}

#else

void to_rows(const uint8_t* in, size_t width, size_t height, uint8_t* out) {
  transpose_reference({in, width * height}, width, height, {out, width * height});
}

#endif

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(to_rows);

void transpose_reference(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) out[y * width + x] = in[x * height + y];
  }
}

void transpose(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(in, width * height) && is_padded(out, width * height));
  HWY_DYNAMIC_DISPATCH(to_rows)(in.data(), width, height, out.data());
}

}  // namespace wardrobe
#endif
