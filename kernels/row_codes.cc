#include "kernels/row_codes.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/reference.h"
#include "kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_codes.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

#if WARDROBE_IS_AVX3_DL(HWY_TARGET)
#include "kernels/row_codes_mask-inl.h"
#elif WARDROBE_HAVE_VECTORS
#include "kernels/row_codes_splat-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

/// Decodes the rows of a picture one by one. RowDecoder decodes single rows, or gives up on damaged
/// and rare ones.
template <class Codes>
class RowsDecoder {
 public:
  RowsDecoder(std::span<const uint8_t> in, size_t width) : in_(in), width_(width) {}

  DecodeResult decode(size_t height, std::span<uint8_t> out) const {
    if (width_ == 0) return {DecodeEnd::complete, 0};
    RowDecoder<Codes> decoder;
    size_t at = 0;
    for (size_t y = 0; y < height; ++y) {
      if (HWY_UNLIKELY(in_.size() - at < 2)) return kIncomplete;
      const size_t count = in_[at] | in_[at + 1] << 8;
      at += 2;
      if (HWY_UNLIKELY(count > in_.size() - at)) return kIncomplete;
      const auto in = in_.subspan(at);
#if WARDROBE_IS_AVX3_DL(HWY_TARGET)
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
        if (end != DecodeEnd::complete) return kIncomplete;
        decoder.count_row(row);
      }
      at += count;
    }
    if (Codes::kSkips && decoder.has_opaque_255(out.first(height * width_))) {
      return kIncomplete;
    }
    return {DecodeEnd::complete, at};
  }

 private:
  static constexpr DecodeResult kIncomplete{DecodeEnd::truncated, 0};

  std::span<const uint8_t> in_;
  size_t width_;
};

#endif

// A result is complete only if the reference's is. For any other result, the reference tells the
// fault.

DecodeResult bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  return RowsDecoder<BompCodes>(in, width).decode(height, out);
#else
  return decode_bomp_rows_reference(in, width, height, out);
#endif
}

DecodeResult trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  return RowsDecoder<TrleCodes>(in, width).decode(height, out);
#else
  return decode_trle_rows_reference(in, width, height, out);
#endif
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(bomp_rows);
HWY_EXPORT(trle_rows);

DecodeResult decode_bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(bomp_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_bomp_rows_reference(in, width, height, out);
}

DecodeResult decode_trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(trle_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_trle_rows_reference(in, width, height, out);
}

}  // namespace wardrobe
#endif
