#include <cassert>

#include "kernels/decode.h"
#include "kernels/reference.h"
#include "kernels/simd.h"
#include "kernels/transpose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rle.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

// One of these has an RleDecoder.
#include "kernels/rle_mask-inl.h"
#include "kernels/rle_splat-inl.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS
template <unsigned kLengthBits>
HWY_NOINLINE DecodeResult decode(std::span<const uint8_t> in, size_t pixels, uint8_t* out) {
  return RleDecoder<kLengthBits>(in, pixels, out).decode();
}
#endif

/// Decodes pixels in stored order. Any result other than complete means damage, or valid input too
/// rare to vectorize.
DecodeResult columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                     std::span<uint8_t> out) {
  if (pixels == 0) return {DecodeEnd::complete, 0};
#if WARDROBE_HAVE_VECTORS
  if (split == RleSplit::colors16) return decode<4>(in, pixels, out.data());
  if (split == RleSplit::colors32) return decode<3>(in, pixels, out.data());
  return decode<2>(in, pixels, out.data());
#else
  return decode_rle_rows_reference(in, split, 1, pixels, out);
#endif
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(columns);

DecodeResult decode_rle_rows(std::span<const uint8_t> in, RleSplit split, size_t width,
                             size_t height, std::span<uint8_t> out, std::span<uint8_t> scratch) {
  assert(is_padded(out, width * height) && is_padded(scratch, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(columns)(in, split, width * height, scratch);
  if (HWY_UNLIKELY(result.end != DecodeEnd::complete)) {
    return decode_rle_rows_reference(in, split, width, height, out);
  }
  transpose(scratch, width, height, out);
  return result;
}

DecodeResult decode_rle_by_rows(std::span<const uint8_t> in, RleSplit split, size_t width,
                                size_t height, std::span<uint8_t> out) {
  const size_t pixels = width * height;
  assert(is_padded(out, pixels));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(columns)(in, split, pixels, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_rle_rows_reference(in, split, 1, pixels, out);
}

}  // namespace wardrobe
#endif
