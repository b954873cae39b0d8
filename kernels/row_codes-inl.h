// The decoder of rows of codes, for every target with vectors of at least 16 bytes. Included once a
// target.

#if defined(WARDROBE_KERNELS_ROW_CODES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <span>

#include <hwy/highway.h>

#include "kernels/decoded.h"
#include "kernels/row_codes.h"
#include "kernels/row_codes_reference.h"

#if HWY_TARGET == HWY_AVX3_DL
#include "kernels/row_codes_mask-inl.h"
#elif HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "kernels/row_codes_splat-inl.h"
#endif

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

/// Goes from row to row. A RowDecoder decodes a row, or gives up on whatever is damaged or odd.
template <class Codes>
class RowsDecoder {
 public:
  RowsDecoder(std::span<const uint8_t> in, size_t width) : in_(in), width_(width) {}

  DecodeResult decode(size_t height, std::span<uint8_t> out) const {
    if (width_ == 0) return {DecodeEnd::complete, 0};
    RowDecoder<Codes> decoder;
    size_t at = 0;
    for (size_t y = 0; y < height; ++y) {
      if (HWY_UNLIKELY(in_.size() - at < 2)) return decode_plainly(height, out);
      const size_t count = in_[at] | in_[at + 1] << 8;
      at += 2;
      if (HWY_UNLIKELY(count > in_.size() - at)) return decode_plainly(height, out);
      const auto in = in_.subspan(at);
#if HWY_TARGET == HWY_AVX3_DL
      if (y + 1 < height) {
        const size_t both = decoder.decode_two(in, count, width_, out.data() + y * width_);
        if (HWY_LIKELY(both != 0)) {
          at += both;
          ++y;
          continue;
        }
      }
#endif
      if (HWY_UNLIKELY(!decoder.decode(in, count, width_, out.data() + y * width_))) {
        const auto row = out.subspan(y * width_, width_);
        const DecodeEnd end = decode_row_reference<Codes>(in.first(count), row);
        if (end != DecodeEnd::complete) return decode_plainly(height, out);
        decoder.count_row(row);
      }
      at += count;
    }
    if (Codes::kSkips && decoder.has_opaque_255(out.first(height * width_))) {
      return decode_plainly(height, out);
    }
    return {DecodeEnd::complete, at};
  }

 private:
  /// What is damaged first is for the reference to tell.
  HWY_NOINLINE DecodeResult decode_plainly(size_t height, std::span<uint8_t> out) const {
    return decode_rows_reference<Codes>(in_, width_, height, out);
  }

  std::span<const uint8_t> in_;
  size_t width_;
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
