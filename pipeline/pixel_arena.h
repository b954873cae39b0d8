#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Memory for decoded pictures, which never move. Kernels may write padding past the picture that
/// they decode; the next one overwrites it.
class PixelArena {
 public:
  /// At least `pixels` + kPixelPadding bytes to decode into. Without keep() they are handed out
  /// again.
  std::span<uint8_t> reserve(size_t pixels);
  /// Keeps the first `pixels` of the bytes last reserved.
  Bytes keep(size_t pixels);
  /// Forgets the pictures but keeps the memory.
  void clear();

 private:
  struct Chunk {
    std::unique_ptr<uint8_t[]> bytes;
    size_t size = 0;
  };
  std::vector<Chunk> chunks_;
  size_t chunk_ = 0;
  size_t used_ = 0;  ///< bytes of the current chunk
};

}  // namespace wardrobe
