#include "kernels/rle.h"

#include "kernels/rle_reference.h"
#include "kernels/transpose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rle.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

RleResult columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                  std::span<uint8_t> out) {
  return decode_rle_columns_reference(in, split, pixels, out);
}

#else

// A run is stored in blocks of fixed width and the next one overwrites what was too much, so that
// short runs cost no branch on their length.
constexpr size_t kBlock = 16;
constexpr size_t kLongestRun = 256;
static_assert(kLongestRun + kBlock <= kPixelPadding);

RleResult columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                  std::span<uint8_t> out) {
  const hn::FixedTag<uint8_t, kBlock> d;
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  size_t at = 0;
  size_t done = 0;
  while (done < pixels) {
    if (at == in.size()) return {RleEnd::truncated, at};
    const unsigned byte = in[at++];
    size_t length = byte & length_mask;
    if (length == 0) {
      if (at == in.size()) return {RleEnd::truncated, at};
      length = in[at++];
      if (length == 0) length = kLongestRun;
    }
    const auto colors = hn::Set(d, static_cast<uint8_t>(byte >> length_bits));
    for (size_t i = 0; i < length; i += kBlock) hn::StoreU(colors, d, &out[done + i]);
    done += length;
  }
  return {done == pixels ? RleEnd::complete : RleEnd::overrun, at};
}

#endif

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(columns);

RleResult decode_rle_columns(std::span<const uint8_t> in, RleSplit split, size_t pixels,
                             std::span<uint8_t> out) {
  return HWY_DYNAMIC_DISPATCH(columns)(in, split, pixels, out);
}

RleResult decode_rle_rows(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                          std::span<uint8_t> out, std::span<uint8_t> scratch) {
  const RleResult result = decode_rle_columns(in, split, width * height, scratch);
  if (result.end == RleEnd::complete) transpose(scratch, width, height, out);
  return result;
}

}  // namespace wardrobe
#endif
