#include "kernels/row_codes_reference.h"

#include "kernels/bomp_reference.h"
#include "kernels/trle_reference.h"

namespace wardrobe {

DecodeResult decode_bomp_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<BompCodes>(in, width, height, out);
}

DecodeResult decode_trle_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<TrleCodes>(in, width, height, out);
}

}  // namespace wardrobe
