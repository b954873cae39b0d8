#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "kernels/decode.h"

namespace wardrobe {

/// Returns how a byte of RLE splits into colour and run length: SCUMM.md §2 "RLE".
RleSplit rle_split(size_t colors);

/// Codings of a COST other than the usual RLE; archives call these codec 1, too.
inline constexpr uint8_t kWidePixels = 0;  ///< version 1
inline constexpr uint8_t kRleByRows = 2;   ///< version 5 on the Amiga

/// The codec of a costume's pictures.
struct PictureCodec {
  uint8_t codec = 1;   ///< costumes.codec, or one of the above
  size_t colors = 16;  ///< size of the costume's palette

  /// Decodes a picture of at least one pixel to rows; the kernels' contracts apply. `out` has room
  /// for its pixels and kPixelPadding more; `scratch` grows as needed. If `in` is too short for
  /// that many pixels, nothing is decoded, and the result is `truncated`.
  DecodeResult decode(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                      std::vector<uint8_t>& scratch) const;
};

/// Returns the codec of a costume in a game of this version.
PictureCodec codec_of(const Costumes& costumes, size_t costume, Version version);

}  // namespace wardrobe
