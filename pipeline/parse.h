#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/tables.h"
#include "formats/version.h"
#include "kernels/decode.h"
#include "pipeline/parallel.h"
#include "pipeline/scan.h"

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

/// Colours or pixel values.
using ColorSet = std::bitset<kMaxColors>;
/// Returns `wanted` if it is not in `values`, or else the highest value that is not.
std::optional<uint8_t> unused_value(const ColorSet& values, uint8_t wanted);

/// Returns the fault of a picture whose decoding ended like this.
PictureFault fault_of(DecodeEnd end);

/// Returns how games of this version store pictures of a COST.
uint8_t cost_codec(Version version);

// The pixels of auxiliary pictures are colours of a room, and those of cels of codec 1 are indices
// of AKPL. In archives both are indices of costumes.color, so that all readers treat them alike.

/// Decodes an auxiliary picture of a costume with this codec to rows of its pixel values. `colors`
/// is costumes.color. `transparent` is the value that the costume's cels do not draw; if the
/// picture has that value, it becomes the highest one that it does not have.
PictureFault decode_auxiliary(Bytes in, size_t width, size_t height, uint8_t codec, Bytes colors,
                              uint8_t& transparent, std::span<uint8_t> out);

/// A costume that could be read.
struct ParsedCostume : StoredCostume {
  uint32_t block = 0;           ///< row of Scanned::costumes
  uint32_t first_picture = 0;   ///< the number of its first picture among those of all costumes
  Column<uint8_t> colors;       ///< costumes.color: also those of auxiliary pictures alone
  Column<uint8_t> true_colors;  ///< costumes.rgb

  bool is_auxiliary(size_t picture) const {
    return kind == Kind::akos && picture >= entry_offset[1];
  }
  /// The codec of one of its pictures, in a game of this version, with the number of values that
  /// its pixels can have. Auxiliary pictures are not decoded by it.
  PictureCodec codec_of(size_t picture, Version version) const;
};

/// Second stage: reads every costume block, in parallel. Returns those that can be read, in the
/// order of Scanned::costumes. Damage becomes failures, whose costumes are rows of the result.
std::vector<ParsedCostume> parse(const Scanned& scanned, Failures& failures, Progress& progress);

/// The number of pictures of all costumes.
inline uint32_t picture_count(const std::vector<ParsedCostume>& costumes) {
  if (costumes.empty()) return 0;
  return costumes.back().first_picture + static_cast<uint32_t>(costumes.back().pictures.size());
}

}  // namespace wardrobe
