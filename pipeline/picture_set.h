#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"

namespace wardrobe {

/// The distinct pictures, in order of first use: two are the same when width, height, transparent
/// index and every pixel are. The hash only says where to look.
class PictureSet {
 public:
  /// Forgets all pictures, not the memory.
  void clear();
  /// The row of the picture, a new one unless it is there. The pixels must outlive the set.
  uint32_t add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64, Bytes pixels);

  const Pictures& pictures() const { return pictures_; }
  /// Row → its pixels, row-major.
  const std::vector<Bytes>& pixels() const { return pixels_; }

 private:
  /// The slot of the picture's row, or the free one where it belongs.
  size_t find(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
              Bytes pixels) const;
  void grow();

  Pictures pictures_;
  std::vector<Bytes> pixels_;
  /// An open hash table of rows, kNone where free: a picture is in the first slot from its hash on
  /// that is not another's. A power of two of slots, half of them free at least.
  std::vector<uint32_t> slots_;
};

}  // namespace wardrobe
