#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/akos.h"
#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/version.h"
#include "kernels/decode.h"

namespace wardrobe {

/// Returns how a byte of RLE splits into colour and run length: SCUMM.md §2 "RLE".
RleSplit rle_split(size_t colors);

/// The codec of a stored picture.
struct PictureCodec {
  uint8_t codec = 1;   ///< costumes.codec, or that of cost_codec()
  size_t colors = 16;  ///< values of its pixels, or size of its palette: rle_split()

  /// Decodes a picture of at least one pixel to rows; the kernels' contracts apply. `out` has room
  /// for its pixels and kPixelPadding more; `scratch` grows as needed. If `in` is too short for
  /// that many pixels, nothing is decoded, and the result is `truncated`.
  DecodeResult decode(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                      std::vector<uint8_t>& scratch) const;
};

/// Returns the fault of a picture whose decoding ended like this.
PictureFault fault_of(DecodeEnd end);

/// Returns how games of this version store pictures of a COST.
uint8_t cost_codec(Version version);

// The pixels of auxiliary pictures are colours of a room, and those of cels of codec 1 are indices
// of AKPL. In archives both are indices of costumes.color, so that all readers treat them alike.

/// Returns costumes.color: AKPL and, with codec 1, the colours that only auxiliary pictures have,
/// as far as there is room. `payload` is that of the AKOS.
Column<uint8_t> colors_with_auxiliary(const StoredCostume& costume, Bytes payload);

/// Decodes an auxiliary picture of a costume with this codec to rows of its pixel values. `colors`
/// is costumes.color. `transparent` is the value that the costume's cels do not draw; if the
/// picture has that value, it becomes the highest one that it does not have.
PictureFault decode_auxiliary(Bytes in, size_t width, size_t height, uint8_t codec, Bytes colors,
                              uint8_t& transparent, std::span<uint8_t> out);

}  // namespace wardrobe
