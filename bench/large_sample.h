#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/zstd_frames.h"
#include "pipeline/game_input.h"
#include "pipeline/pipeline.h"

namespace wardrobe {

/// The large sample game (bench/synthetic/rooms.h), in memory, and the frames of its archive.
class LargeSample {
 public:
  /// Returns the sample, which is made on first use.
  static const LargeSample& get();

  const GameInput& input() const { return input_; }
  /// The decompressed contents of each zstd frame of the archive.
  const std::vector<std::vector<uint8_t>>& pieces() const { return pieces_; }
  /// All tables but the timelines'.
  const Tables& tables() const { return stages_.tables; }
  /// Row of Pictures → its pixels, row-major.
  const std::vector<Bytes>& picture_pixels() const { return stages_.decoded.pictures.pixels(); }
  /// Number of pixels of all distinct pictures.
  uint64_t pixels() const { return tables().pictures.pixel_offset.back(); }

 private:
  LargeSample();

  std::vector<uint8_t> index_;
  std::vector<uint8_t> disk_;
  GameInput input_;
  std::vector<std::vector<uint8_t>> pieces_;
  Stages stages_;
};

}  // namespace wardrobe
