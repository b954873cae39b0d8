// The decoder of one row of codes, for every target with vectors of at least 16 bytes. Included
// once a target.

#if defined(WARDROBE_KERNELS_ROW_CODES_SPLAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_SPLAT_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_SPLAT_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_SPLAT_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <hwy/highway.h>

#include "kernels/row_codes.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// One store of fixed width makes a code, whatever kind it is of, and the next one overwrites what
// was too much; only codes longer than a store branch.

template <class Codes>
class RowDecoder {
 public:
  /// Decodes a row of `width` pixels from the first `left` bytes of `in`; true if that went without
  /// anything damaged or odd. Writes up to kWidth - 1 bytes behind the row.
  HWY_INLINE bool decode(std::span<const uint8_t> in, size_t left, size_t width,
                         uint8_t* out) const {
    if (HWY_LIKELY(in.size() - left >= kWidth)) return decode_codes(in.data(), left, width, out);
    // Too near to the end of the input for whole vectors.
    uint8_t tail[kLongestTail + kWidth] = {};
    if (left > kLongestTail) return false;
    if (left != 0) std::memcpy(tail, in.data(), left);
    return decode_codes(tail, left, width, out);
  }

 private:
  static constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
  static constexpr size_t kLongestTail = 512;
  using Bytes = hn::FixedTag<uint8_t, kWidth>;
  using Vector = hn::Vec<Bytes>;

  HWY_INLINE static bool decode_codes(const uint8_t* HWY_RESTRICT in, size_t left, size_t width,
                                      uint8_t* HWY_RESTRICT out) {
    const Bytes d;
    Vector bad = hn::Zero(d);
    size_t at = 0;
    size_t x = 0;
    while (x < width) {
      if (HWY_UNLIKELY(at == left)) break;
      const RowCode code = Codes::read(in[at++]);
      const size_t next = at + code.data();
      if (HWY_UNLIKELY(code.length > width - x || next > left)) return false;
      const bool literals = code.kind == CodeKind::literals;
      const uint8_t color = code.kind == CodeKind::skip ? kTransparent255 : in[at];
      const Vector same = hn::Set(d, color);
      const Vector is_literal = hn::Set(d, literals ? 0xFF : 0);
      if (Codes::kSkips && code.kind == CodeKind::run && color == kTransparent255) return false;
      for (size_t i = 0;;) {
        const Vector colors = hn::IfVecThenElse(is_literal, hn::LoadU(d, in + at + i), same);
        if (Codes::kSkips) bad = hn::Or(bad, opaque255(colors, is_literal, code.length - i));
        hn::StoreU(colors, d, out + x + i);
        i += kWidth;
        if (HWY_LIKELY(i >= code.length)) break;
      }
      at = next;
      x += code.length;
    }
    if (Codes::kSkips) {
      const Vector transparent = hn::Set(d, kTransparent255);
      for (; x < width; x += kWidth) hn::StoreU(transparent, d, out + x);
      return at == left && hn::AllTrue(d, hn::Eq(bad, hn::Zero(d)));
    }
    return x == width;
  }

  /// Not zero where one of the first `count` bytes of a literal code is 255.
  HWY_INLINE static Vector opaque255(Vector colors, Vector is_literal, size_t count) {
    const Bytes d;
    const Vector hits = hn::VecFromMask(d, hn::Eq(colors, hn::Set(d, kTransparent255)));
    const Vector first = hn::VecFromMask(d, hn::FirstN(d, std::min(count, kWidth)));
    return hn::And(hn::And(hits, first), is_literal);
  }
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
