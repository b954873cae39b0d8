#include "tools/edit/picture_encoder.h"

#include "formats/akos/akos.h"
#include "kernels/bomp_encode.h"
#include "kernels/majmin_encode.h"
#include "kernels/rle_encode.h"
#include "kernels/trle_encode.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {

std::vector<uint8_t> encode_picture(uint8_t codec, size_t colors, Bytes pixels,
                                    const PictureShape& shape) {
  const size_t width = shape.width;
  const size_t height = shape.height;
  std::vector<uint8_t> out;
  switch (codec) {
    case kAkosBomp:
      out.resize(encode_bomp_bound(width, height));
      out.resize(encode_bomp(pixels, width, height, out));
      break;
    case kAkosMajMin:
      out.resize(encode_majmin_bound(pixels.size()));
      out.resize(encode_majmin(pixels, width, height, out));
      break;
    case kAkosTrle:
      out.resize(encode_trle_bound(width, height));
      out.resize(encode_trle(pixels, width, height, out));
      break;
    default:
      out.resize(encode_rle_bound(pixels.size()));
      out.resize(encode_rle(pixels, width, height, rle_split(colors), out));
  }
  return out;
}

}  // namespace wardrobe
