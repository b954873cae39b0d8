#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/frames.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// The large sample game (README.md), in memory, and its archive's frames.
class LargeSample {
 public:
  /// Made when it is first asked for.
  static const LargeSample& get();

  const GameInput& input() const { return input_; }
  /// What each frame of the archive inflates to.
  const std::vector<std::vector<uint8_t>>& pieces() const { return pieces_; }
  /// Of all distinct pictures.
  uint64_t pixels() const { return pixels_; }

 private:
  LargeSample();

  std::vector<uint8_t> index_;
  std::vector<uint8_t> disk_;
  GameInput input_;
  std::vector<std::vector<uint8_t>> pieces_;
  uint64_t pixels_ = 0;
};

}  // namespace wardrobe
