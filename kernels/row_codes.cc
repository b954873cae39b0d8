#include "kernels/row_codes.h"

#include <algorithm>
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
#include "kernels/row_codes_step-inl.h"
#endif
#if WARDROBE_HAVE_VECTORS
#include "kernels/row_codes_splat-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

template <class Codes>
DecodeResult decode_rows(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
  constexpr DecodeResult kIncomplete{DecodeEnd::truncated, 0};
  if (width == 0) return {DecodeEnd::complete, 0};
#if WARDROBE_IS_AVX3_DL(HWY_TARGET)
  StepDecoder<Codes> steps;
  const size_t most = kMostPixels / width;
#endif
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    uint8_t* const to = out.data() + y * width;
#if WARDROBE_IS_AVX3_DL(HWY_TARGET)
    const Rows rows = steps.next(in.subspan(at), width, std::min(height - y, most), to);
    if (HWY_LIKELY(rows.count != 0)) {
      at += rows.bytes;
      y += rows.count - 1;
      continue;
    }
#endif
    if (HWY_UNLIKELY(in.size() - at < 2)) return kIncomplete;
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (HWY_UNLIKELY(count > in.size() - at)) return kIncomplete;
    if (HWY_UNLIKELY(!RowDecoder<Codes>::decode(in.subspan(at), count, width, to))) {
      const auto row = out.subspan(y * width, width);
      const DecodeEnd end = decode_row_reference<Codes>(in.subspan(at, count), row);
      if (end != DecodeEnd::complete) return kIncomplete;
    }
    at += count;
  }
#if WARDROBE_IS_AVX3_DL(HWY_TARGET)
  steps.store();
#endif
  return {DecodeEnd::complete, at};
}

#endif

// A result is complete only if the reference's is. For any other result, the reference tells the
// fault.

DecodeResult bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  return decode_rows<BompCodes>(in, width, height, out);
#else
  return decode_bomp_rows_reference(in, width, height, out);
#endif
}

DecodeResult trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  return decode_rows<TrleCodes>(in, width, height, out);
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
