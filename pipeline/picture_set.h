#pragma once

#include <cstdint>

#include "formats/tables.h"
#include "pipeline/row_set.h"

namespace wardrobe {

/// The distinct pictures, in order of first use. Two pictures are the same only if their width,
/// height, transparent index and all pixels are equal; equal hashes are not enough.
class PictureSet {
 public:
  /// Fills `pictures`, which must be empty.
  explicit PictureSet(Pictures& pictures) : pictures_(pictures) {}

  /// Returns the row of the picture, and adds it if it is new. equals(row) tells whether its pixels
  /// are those of an earlier picture, which has the same size and hash.
  template <class Equals>
  uint32_t add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
               const Equals& equals) {
    const auto next = static_cast<uint32_t>(pictures_.width.size());
    const uint32_t row = rows_.find_or_add(xxh64, next, [&](uint32_t known) {
      return pictures_.width[known] == width && pictures_.height[known] == height &&
             pictures_.transparent[known] == transparent && equals(known);
    });
    if (row != next) return row;
    pictures_.width.push_back(width);
    pictures_.height.push_back(height);
    pictures_.transparent.push_back(transparent);
    pictures_.xxh64.push_back(xxh64);
    pictures_.pixel_offset.push_back(pictures_.pixel_offset.back() + uint64_t{width} * height);
    return row;
  }

 private:
  Pictures& pictures_;
  RowSet rows_;
};

}  // namespace wardrobe
