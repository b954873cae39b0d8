#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Memory for pixels that stay where they are, with room behind each picture for the kernels to
/// scribble on until the next one is written there.
class PixelArena {
 public:
  /// At least `pixels` + kPixelPadding bytes, the same ones until keep() is called.
  std::span<uint8_t> reserve(size_t pixels);
  /// The first `pixels` bytes of what was reserved stay.
  Bytes keep(size_t pixels);
  /// Forgets what was kept, not the memory.
  void clear();

 private:
  struct Chunk {
    std::unique_ptr<uint8_t[]> bytes;
    size_t size = 0;
  };
  std::vector<Chunk> chunks_;
  size_t chunk_ = 0;
  size_t used_ = 0;  ///< of the present chunk
};

}  // namespace wardrobe
