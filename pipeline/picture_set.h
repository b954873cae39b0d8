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
  /// Returns the row of the picture, and adds it if it is new. `pixels` must outlive the set.
  uint32_t add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64, Bytes pixels);

  const Pictures& pictures() const { return pictures_; }
  /// The pixels of each row, row-major.
  const std::vector<Bytes>& pixels() const { return pixels_; }

 private:
  Pictures pictures_;
  std::vector<Bytes> pixels_;
  RowSet rows_;
};

}  // namespace wardrobe
