#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/io/huge_pages.h"

namespace wardrobe {

/// Memory for decoded pictures. They never move. Kernels may write padding past the picture that
/// they decode; the next picture overwrites the padding.
class PixelArena {
 public:
  /// Returns at least `pixels` + kPixelPadding bytes to decode into. Unless keep() is called, the
  /// next call returns the same bytes again.
  std::span<uint8_t> reserve(size_t pixels);
  /// Keeps the first `pixels` of the bytes that reserve() returned last.
  Bytes keep(size_t pixels);

 private:
  std::vector<HugeBuffer> chunks_;
  std::span<uint8_t> room_;  ///< the unused rest of the last chunk
};

}  // namespace wardrobe
