#pragma once

#include <cstdint>
#include <vector>

#include "formats/costume.h"
#include "formats/tables.h"
#include "pipeline/picture_codec.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

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
