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

// The picture is cut into tiles that are 16 pixels high and up to four blocks of 16 × 16 wide. Each
// block of a tile has its own 128-bit lane in 16 vectors, which first hold its columns and, after
// four rounds of interleaving, its rows. A bottom tile or rightmost block that would be partial is
// pulled back over its neighbour if there is one.

constexpr size_t kSide = 16;
using Lane = hn::FixedTag<uint8_t, kSide>;

/// Number of blocks that fit in a vector.
constexpr size_t kMostBlocks = std::min<size_t>(HWY_MAX_BYTES / kSide, 4);

template <size_t kBlocks>
using Tag = hn::FixedTag<uint8_t, kSide*(kBlocks == 3 ? 4 : kBlocks)>;

/// The places of the blocks of a tile. All but the last are side by side.
struct Tile {
  size_t x;
  size_t last;  ///< left edge of the last block, relative to x
};

/// Loads 16 pixels of one column of every block. `in` is the column of the first block. That of the
/// second block is `side` bytes further on, and that of the last block `last` bytes.
template <size_t kBlocks>
HWY_INLINE hn::Vec<Tag<kBlocks>> load_column(const uint8_t* HWY_RESTRICT in, size_t side,
                                             size_t last) {
  const Lane lane;
  const Tag<kBlocks> d;
  if constexpr (kBlocks == 1) {
    return hn::LoadU(d, in);
  } else if constexpr (kBlocks == 2) {
    return hn::Combine(d, hn::LoadU(lane, in + last), hn::LoadU(lane, in));
  } else {
    const hn::Half<Tag<kBlocks>> half;
    const auto low = hn::Combine(half, hn::LoadU(lane, in + side), hn::LoadU(lane, in));
    if constexpr (kBlocks == 3) {
      return hn::Combine(d, hn::ZeroExtendVector(half, hn::LoadU(lane, in + last)), low);
    } else {
      const auto high =
          hn::Combine(half, hn::LoadU(lane, in + last), hn::LoadU(lane, in + 2 * side));
      return hn::Combine(d, high, low);
    }
  }
}

template <size_t kBlocks>
HWY_INLINE void store_row(hn::Vec<Tag<kBlocks>> row, size_t last, uint8_t* HWY_RESTRICT out) {
  const Lane lane;
  const Tag<kBlocks> d;
  if constexpr (kBlocks == 1) {
    hn::StoreU(row, d, out);
  } else if constexpr (kBlocks == 2) {
    hn::StoreU(hn::LowerHalf(lane, row), lane, out);
    hn::StoreU(hn::UpperHalf(lane, row), lane, out + last);
  } else {
    const hn::Half<Tag<kBlocks>> half;
    hn::StoreU(hn::LowerHalf(half, row), half, out);
    const auto high = hn::UpperHalf(half, row);
    if constexpr (kBlocks == 3) {
      hn::StoreU(hn::LowerHalf(lane, high), lane, out + last);
    } else {
      hn::StoreU(hn::LowerHalf(lane, high), lane, out + 2 * kSide);
      hn::StoreU(hn::UpperHalf(lane, high), lane, out + last);
    }
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
template <size_t kBlocks, size_t kRow = 0>
HWY_INLINE void store_rows(const hn::Vec<Tag<kBlocks>>* HWY_RESTRICT vectors, size_t rows,
                           size_t width, size_t last, uint8_t* HWY_RESTRICT out) {
  if constexpr (kRow < kSide) {
    if (kRow == rows) return;
    store_row<kBlocks>(vectors[kRow], last, out);
    store_rows<kBlocks, kRow + 1>(vectors, rows, width, last, out + width);
  }
}

/// Transposes a column of tiles, all kBlocks blocks wide.
template <size_t kBlocks>
HWY_INLINE void transpose_tiles(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                Tile tile, uint8_t* HWY_RESTRICT out) {
  const Tag<kBlocks> d;
  hn::Vec<Tag<kBlocks>> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    const size_t top = height < kSide ? 0 : std::min(y, height - kSide);
    const uint8_t* column = in + tile.x * height + top;
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = load_column<kBlocks>(column, kSide * height, tile.last * height);
      column += height;
    }
    transpose_lanes(d, vectors);
    uint8_t* row = out + top * width + tile.x;
    if (HWY_LIKELY(height >= kSide)) {
      store_rows<kBlocks>(vectors, kSide, width, tile.last, row);
    } else {
      store_rows<kBlocks>(vectors, height, width, tile.last, row);
    }
  }
}

/// Transposes pictures narrower than a block. Each row's excess is overwritten by the next row.
HWY_INLINE void transpose_narrow(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                 uint8_t* HWY_RESTRICT out) {
  const Lane d;
  hn::Vec<Lane> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = hn::LoadU(d, in + std::min(i, width - 1) * height + y);
    }
    transpose_lanes(d, vectors);
    store_rows<1>(vectors, std::min(kSide, height - y), width, 0, out + y * width);
  }
}

void to_rows(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
             uint8_t* HWY_RESTRICT out) {
  if (width == 0) return;
  if (width < kSide) return transpose_narrow(in, width, height, out);
  constexpr size_t kWidest = kMostBlocks * kSide;
  size_t x = 0;
  for (; x + kWidest <= width; x += kWidest) {
    transpose_tiles<kMostBlocks>(in, width, height, {x, kWidest - kSide}, out);
  }
  if (x == width) return;
  const size_t blocks = (width - x + kSide - 1) / kSide;
  x = std::min(x, width - std::min(width, blocks * kSide));
  const Tile tile = {x, width - kSide - x};
  if constexpr (kMostBlocks >= 4) {
    if (blocks == 4) return transpose_tiles<4>(in, width, height, tile, out);
    if (blocks == 3) return transpose_tiles<3>(in, width, height, tile, out);
  }
  if constexpr (kMostBlocks >= 2) {
    if (blocks == 2) return transpose_tiles<2>(in, width, height, tile, out);
  }
  transpose_tiles<1>(in, width, height, tile, out);
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

void transpose(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(in, width * height) && is_padded(out, width * height));
  HWY_DYNAMIC_DISPATCH(to_rows)(in.data(), width, height, out.data());
}

}  // namespace wardrobe
#endif
