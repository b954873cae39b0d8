#include "pipeline/picture_codec.h"

#include "formats/akos/akos.h"
#include "kernels/decode.h"

namespace wardrobe {
namespace {

/// Returns an upper bound on the pixels that `bytes` bytes of input can make.
uint64_t max_pixels(uint8_t codec, uint64_t bytes, size_t width) {
  switch (codec) {
    case kAkosBomp:
    case kAkosTrle:
      return bytes / 2 * width + width;  // Each row starts with a 2-byte size.
    case kWidePixels:
      return bytes * 508 + 508;  // Two bytes make 1016 pixels.
    case kAkosMajMin:
      return bytes * 256 + 256;  // 13 bits make 255 pixels.
    default:
      return bytes * 128 + 128;  // Two bytes make 256 pixels.
  }
}

}  // namespace

RleSplit rle_split(size_t colors) {
  switch (colors) {
    case 32:
      return RleSplit::colors32;
    case 64:
      return RleSplit::colors64;
    default:
      return RleSplit::colors16;
  }
}

PictureFault fault_of(DecodeEnd end) {
  switch (end) {
    case DecodeEnd::complete:
      return PictureFault::none;
    case DecodeEnd::truncated:
      return PictureFault::truncated;
    case DecodeEnd::overrun:
      return PictureFault::overrun;
    default:
      return PictureFault::damaged;
  }
}

uint8_t cost_codec(Version version) {
  if (version == Version::v1) return kWidePixels;
  return version == Version::v5_rows ? kRleByRows : kAkosRle;
}

DecodeResult PictureCodec::decode(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                                  std::vector<uint8_t>& scratch) const {
  const size_t pixels = width * height;
  if (max_pixels(codec, in.size(), width) < pixels) return {DecodeEnd::truncated, 0};
  switch (codec) {
    case kAkosBomp:
      return decode_bomp_rows(in, width, height, out);
    case kAkosMajMin:
      return decode_majmin_rows(in, width, height, out);
    case kAkosTrle:
      return decode_trle_rows(in, width, height, out);
    case kWidePixels:
      return decode_wide_rows(in, width, height, out);
    case kRleByRows:
      return decode_rle_by_rows(in, rle_split(colors), width, height, out);
    default:
      if (scratch.size() < pixels + kPixelPadding) scratch.resize(pixels + kPixelPadding);
      return decode_rle_rows(in, rle_split(colors), width, height, out, scratch);
  }
}

}  // namespace wardrobe
