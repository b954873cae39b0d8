#include "tools/edit/stored_picture.h"

#include "formats/akos/akos.h"
#include "formats/limits.h"
#include "kernels/encode.h"

namespace wardrobe {

std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape) {
  const size_t width = shape.width;
  const size_t height = shape.height;
  std::vector<uint8_t> out;
  switch (codec.codec) {
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
      out.resize(encode_rle(pixels, width, height, rle_split(codec.colors), out));
  }
  return out;
}

size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height) {
  if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide ||
      width * height > kMaxPicturePixels) {
    return 0;
  }
  std::vector<uint8_t> pixels(width * height + kPixelPadding);
  std::vector<uint8_t> scratch;
  const DecodeResult decoded = codec.decode(data, width, height, pixels, scratch);
  return decoded.end == DecodeEnd::complete ? decoded.consumed : 0;
}

}  // namespace wardrobe
