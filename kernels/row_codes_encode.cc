#include "kernels/row_codes_encode.h"

#include <cassert>

#include "kernels/bomp_encode.h"
#include "kernels/trle_encode.h"

namespace wardrobe {

size_t encode_bomp(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_bomp_bound(width, height));
  return encode_rows<BompCodes>(pixels, width, height, out);
}

size_t encode_trle(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_trle_bound(width, height));
  return encode_rows<TrleCodes>(pixels, width, height, out);
}

}  // namespace wardrobe
