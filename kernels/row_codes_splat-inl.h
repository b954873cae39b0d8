// Decodes single rows of codes, for all targets with vectors but those of row_codes_mask-inl.h.
// Included once per target.

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

// Each code stores a block of fixed size, whatever its kind, and the next code overwrites the
// excess. Only codes longer than a block branch.

template <class Codes>
class RowDecoder {
 public:
  /// Decodes a row of `width` pixels from the first `left` bytes of `in`. Returns false if the row
  /// is damaged, or of a kind too rare to be worth vectorizing. Opaque pixels of 255 are only
  /// noted. Writes up to kBlock - 1 bytes past the row.
  HWY_INLINE bool decode(std::span<const uint8_t> in, size_t left, size_t width, uint8_t* out) {
    if (HWY_LIKELY(in.size() - left >= kBlock)) return decode_codes(in.data(), left, width, out);
    // This is too close to the end of the input to load whole blocks.
    uint8_t tail[kLongestTail + kBlock] = {};
    if (left > kLongestTail) return false;
    if (left != 0) std::memcpy(tail, in.data(), left);
    return decode_codes(tail, left, width, out);
  }

  /// Accounts for a row that the reference decoded.
  void count_row(std::span<const uint8_t> row) { transparent_ += count_255(row); }

  /// Whether the rows decoded so far, which are the whole picture, have opaque pixels of 255.
  bool has_opaque_255(std::span<const uint8_t> picture) const {
    return count_255(picture) != transparent_;
  }

 private:
  static constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
  static constexpr size_t kBlock = 64;
  static constexpr size_t kLongestTail = 192;
  using Bytes = hn::FixedTag<uint8_t, kWidth>;
  using Vector = hn::Vec<Bytes>;

  HWY_INLINE bool decode_codes(const uint8_t* HWY_RESTRICT in, size_t left, size_t width,
                               uint8_t* HWY_RESTRICT out) {
    const Bytes d;
    size_t at = 0;
    size_t x = 0;
    size_t skipped = 0;
    while (x < width) {
      if (HWY_UNLIKELY(at == left)) break;
      const unsigned code = in[at];
      const uint64_t sums = kCodeTable<Codes>.sums[code];
      const size_t length = CodeSums::pixels(sums);
      const size_t next = at + CodeSums::bytes(sums);
      if (HWY_UNLIKELY(length > width - x || next > left)) return false;
      const uint8_t literals = kCodeTable<Codes>.is_literals[code];
      const uint8_t skip = kCodeTable<Codes>.is_skip[code];
      const uint8_t color = in[at + 1] | skip;
      const Vector same = hn::Set(d, color);
      const Vector is_literal = hn::Set(d, literals);
      const uint8_t* from = in + at + 1;
      for (size_t i = 0;;) {
        for (size_t j = 0; j < kBlock; j += kWidth) {
          const Vector colors = hn::IfVecThenElse(is_literal, hn::LoadU(d, from + j), same);
          hn::StoreU(colors, d, out + x + i + j);
        }
        i += kBlock;
        from += kBlock & literals;
        if (HWY_LIKELY(i >= length)) break;
      }
      at = next;
      x += length;
      if (Codes::kSkips) skipped += CodeSums::transparent(sums);
    }
    if (Codes::kSkips && at == left) {
      skipped += width - x;
      transparent_ += skipped;
      const Vector transparent = hn::Set(d, kTransparent255);
      for (; x < width; x += kWidth) hn::StoreU(transparent, d, out + x);
    }
    return Codes::kSkips ? at == left : x == width;
  }

  static size_t count_255(std::span<const uint8_t> pixels) {
    const Bytes d;
    const Vector transparent = hn::Set(d, kTransparent255);
    size_t found = 0;
    size_t i = 0;
    for (; i + kWidth <= pixels.size(); i += kWidth) {
      found += hn::CountTrue(d, hn::Eq(hn::LoadU(d, pixels.data() + i), transparent));
    }
    const auto rest = pixels.subspan(i);
    return found + static_cast<size_t>(std::count(rest.begin(), rest.end(), kTransparent255));
  }

  size_t transparent_ = 0;  ///< number of transparent pixels so far
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
