#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "pipeline/row_set.h"

namespace wardrobe {

/// The distinct pictures, in order of first use. Two pictures are the same only if their width,
/// height, transparent index and all pixels are equal; equal hashes are not enough.
class PictureSet {
 public:
  /// Fills `pictures` and `pixels`, in which each row has its pixels, row-major. Both must be
  /// empty.
  PictureSet(Pictures& pictures, std::vector<Bytes>& pixels)
      : pictures_(pictures), pixels_(pixels) {}

  /// Returns the row of the picture, and adds it if it is new. `pixels` must outlive the set.
  uint32_t add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64, Bytes pixels);

 private:
  Pictures& pictures_;
  std::vector<Bytes>& pixels_;
  RowSet rows_;
};

}  // namespace wardrobe
