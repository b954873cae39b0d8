#pragma once

#include <cstdint>
#include <vector>

#include "pipeline/game_input.h"
#include "pipeline/pipeline.h"

namespace wardrobe {

/// The game that is measured: the one that the environment variable WARDROBE_GAME names, or else
/// the large sample (bench/synthetic/rooms.h), in memory.
struct BenchGame {
  GameInput input;
  Stages stages;  ///< without timelines
  Packed packed;  ///< with timelines
  /// The decompressed contents of each zstd frame of the archive.
  std::vector<std::vector<uint8_t>> frames;

  const Pictures& pictures() const { return stages.tables.pictures; }
  /// Returns the pixels of a row of Pictures, row-major.
  Bytes pixels(size_t picture) const { return stages.decoded.pictures.pixels()[picture]; }

  /// Returns the game, which is read on first use.
  static const BenchGame& get();
};

}  // namespace wardrobe
