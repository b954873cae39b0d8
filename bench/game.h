#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/archive/file.h"
#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"

namespace wardrobe {

/// The game that is measured: the one that the environment variable WARDROBE_GAME names, or else
/// the large sample: 25 copies of the sample of version 6 (tools/sample/sample.h), in memory.
struct BenchGame {
  /// What a zstd frame of the archive holds.
  struct Frame {
    std::vector<uint8_t> bytes;  ///< decompressed
    Content content = Content::pixels;
  };

  GameInput input;
  Packed packed;
  Archive archive;  ///< the packed one
  std::vector<Frame> frames;

  const PicturesView& pictures() const { return archive.tables().pictures; }
  /// Returns the pixels of a row of Pictures, row-major.
  Bytes pixels(uint32_t picture) const { return *archive.read_picture(picture); }

  /// Returns the game, which is read on first use.
  static const BenchGame& get();
};

}  // namespace wardrobe
