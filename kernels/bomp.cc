#include "kernels/bomp.h"

#include "kernels/bomp_reference.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bomp.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

#include "kernels/row_codes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

DecodeResult rows(std::span<const uint8_t> in, size_t width, size_t height,
                  std::span<uint8_t> out) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  return decode_bomp_rows_reference(in, width, height, out);
#else
  return RowsDecoder<BompCodes>(in, width).decode(height, out);
#endif
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(rows);

DecodeResult decode_bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  return HWY_DYNAMIC_DISPATCH(rows)(in, width, height, out);
}

}  // namespace wardrobe
#endif
