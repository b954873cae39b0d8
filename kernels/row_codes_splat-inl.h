// Decodes single rows of codes. Included once per target, which is why it has no include guard.

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
  /// is damaged, or of a kind too rare to be worth vectorizing. Writes up to kBlock - 1 bytes past
  /// the row.
  HWY_INLINE static bool decode(std::span<const uint8_t> in, size_t left, size_t width,
                                uint8_t* out) {
    if (HWY_LIKELY(in.size() - left >= kBlock)) return decode_codes(in.data(), left, width, out);
    // This is too close to the end of the input to load whole blocks.
    uint8_t tail[kLongestTail + kBlock] = {};
    if (left > kLongestTail) return false;
    if (left != 0) std::memcpy(tail, in.data(), left);
    return decode_codes(tail, left, width, out);
  }

 private:
  static constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
  static constexpr size_t kBlock = 64;
  static constexpr size_t kLongestTail = 192;
  using Splat = hn::FixedTag<uint8_t, kWidth>;
  using Vector = hn::Vec<Splat>;

  HWY_INLINE static bool decode_codes(const uint8_t* HWY_RESTRICT in, size_t left, size_t width,
                                      uint8_t* HWY_RESTRICT out) {
    const Splat d;
    size_t at = 0;
    size_t x = 0;
    size_t codes_of_255 = 0;
    while (x < width) {
      if (HWY_UNLIKELY(at == left)) break;
      const unsigned code = in[at];
      const size_t length = kCodeTable<Codes>.pixels[code];
      const size_t next = at + kCodeTable<Codes>.bytes[code];
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
      if (Codes::kSkips) codes_of_255 += code == 255 ? 1 : 0;
    }
    if (!Codes::kSkips) return x == width;
    const Vector transparent = hn::Set(d, kTransparent255);
    for (; x < width; x += kWidth) hn::StoreU(transparent, d, out + x);
    return at == left && count_255(in, left) == codes_of_255;  // Otherwise, a pixel is 255.
  }

  HWY_INLINE static size_t count_255(const uint8_t* in, size_t size) {
    const Splat d;
    size_t count = 0;
    for (size_t i = 0; i < size; i += kWidth) {
      const auto is_255 = hn::Eq(hn::LoadU(d, in + i), hn::Set(d, 255));
      count += hn::CountTrue(d, hn::And(is_255, hn::FirstN(d, std::min(size - i, kWidth))));
    }
    return count;
  }
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
