#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "kernels/decode_result.h"
#include "kernels/rle.h"

namespace wardrobe {

/// How RLE is split where a costume has so many colours: SCUMM.md §2 "RLE", §6 "Codec 1".
RleSplit rle_split(size_t colors);

/// How the pictures of a costume are compressed.
struct PictureCodec {
  uint8_t codec = 1;   ///< costumes.codec
  size_t colors = 16;  ///< of the costume's palette

  /// Decodes a picture of at least one pixel, row-major; what the kernels say holds here. `out` has
  /// kPixelPadding more than its pixels; `scratch` grows as is needed. A picture of more pixels
  /// than its bytes can make is truncated without looking.
  DecodeResult decode(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                      std::vector<uint8_t>& scratch) const;
};

}  // namespace wardrobe
