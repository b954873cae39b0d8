#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"

namespace wardrobe {

/// The distinct pictures, in order of first use: two are the same when width, height, transparent
/// index and every pixel are. The hash only says where to look.
class PictureSet {
 public:
  /// The row of the picture, a new one unless it is there. The pixels must outlive the set.
  uint32_t add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64, Bytes pixels);

  const Pictures& pictures() const { return pictures_; }
  /// Row → its pixels, row-major.
  const std::vector<Bytes>& pixels() const { return pixels_; }

 private:
  Pictures pictures_;
  std::vector<Bytes> pixels_;
  std::unordered_multimap<uint64_t, uint32_t> rows_;  ///< by hash
};

}  // namespace wardrobe
