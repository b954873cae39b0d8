#include "kernels/transpose.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/transpose.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void to_rows(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out) {
  transpose_reference(in, width, height, out);
}

#else

constexpr size_t kBlock = 16;
using Bytes = hn::FixedTag<uint8_t, kBlock>;
using Vector = hn::Vec<Bytes>;

/// One of the four rounds that transpose 16 × 16 bytes: interleaves vector i with vector i + 8.
HWY_INLINE void interleave_halves(const Vector* HWY_RESTRICT from, Vector* HWY_RESTRICT to) {
  const Bytes d;
  for (size_t i = 0; i < 8; ++i) {
    to[2 * i] = hn::InterleaveLower(d, from[i], from[i + 8]);
    to[2 * i + 1] = hn::InterleaveUpper(d, from[i], from[i + 8]);
  }
}

/// Transposes `rows` rows of the 16 columns at `in` to the rows at `out`, in rising order.
HWY_INLINE void transpose_block(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                size_t rows, uint8_t* HWY_RESTRICT out) {
  const Bytes d;
  Vector a[kBlock];
  Vector b[kBlock];
  for (size_t i = 0; i < kBlock; ++i) a[i] = hn::LoadU(d, in + i * height);
  interleave_halves(a, b);
  interleave_halves(b, a);
  interleave_halves(a, b);
  interleave_halves(b, a);
  if (rows == kBlock) {
    for (size_t i = 0; i < kBlock; ++i) hn::StoreU(a[i], d, out + i * width);
  } else {
    for (size_t i = 0; i < rows; ++i) hn::StoreU(a[i], d, out + i * width);
  }
}

/// Block rows from top to bottom, and in each the block columns from right to left: what a block
/// writes past the end of its rows is then overwritten by a later one. A last block row or right
/// block column that is not full is pulled back over its neighbour, where there is one.
void to_rows(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out) {
  if (width < kBlock && height != 0) {
    // A block reads 16 columns, and these would end past the padding.
    transpose_reference(in, width, height, out);
    return;
  }
  for (size_t y = 0; y < height; y += kBlock) {
    const size_t top = height < kBlock ? 0 : std::min(y, height - kBlock);
    const size_t rows = std::min(kBlock, height);
    size_t x = width;
    do {
      x = x > kBlock ? x - kBlock : 0;
      transpose_block(&in[x * height + top], width, height, rows, &out[top * width + x]);
    } while (x != 0);
  }
}

#endif

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(to_rows);

void transpose(std::span<const uint8_t> in, size_t width, size_t height, std::span<uint8_t> out) {
  HWY_DYNAMIC_DISPATCH(to_rows)(in, width, height, out);
}

}  // namespace wardrobe
#endif
