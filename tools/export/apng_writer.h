#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Makes the bytes of an animated PNG file (APNG), frame by frame.
class ApngWriter {
 public:
  /// There will be `frames` frames; `loops` 0: forever.
  ApngWriter(uint32_t frames, uint16_t loops) : frames_(frames), loops_(loops) {}

  /// Adds an image, a file of write_png, that is shown for `milliseconds`, at most 655350. All have
  /// one size and one palette of 256 colours.
  void add(Bytes png, uint32_t milliseconds);

  /// The file. Call it once, at the end.
  std::vector<uint8_t> finish();

 private:
  void put_head(Bytes png);
  void put_control(Bytes header, uint32_t milliseconds);

  uint32_t frames_;
  uint16_t loops_;
  std::vector<uint8_t> file_;
  uint32_t sequence_ = 0;  ///< of fcTL and fdAT chunks
};

}  // namespace wardrobe
