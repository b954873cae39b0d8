#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/costume.h"
#include "formats/tables.h"
#include "pipeline/parallel.h"
#include "pipeline/parse.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/rooms.h"
#include "pipeline/row_set.h"
#include "pipeline/scan.h"

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

/// What became of the stored pictures, by their numbers among those of all costumes
/// (ParsedCostume::first_picture); those of objects follow, in the order of the rooms.
struct Decoded {
  Pictures pictures;                ///< the distinct ones, in order of first use
  std::vector<uint32_t> picture;    ///< row of `pictures`; of one with a fault, none
  std::vector<PictureFault> fault;  ///< `none`: it was decoded
};

/// Detects whether a game of version 5 stores its pictures by rows, as on the Amiga; no file says
/// so (SCUMM.md §2 "RLE"). Reads the pictures both ways and takes the smoother reading. If the
/// pictures are by rows, that is the game's version, with the evidence.
void tell_row_order(const std::vector<ParsedCostume>& costumes, Scanned& scanned);

/// Third stage: decodes every stored picture of the costumes and of the objects in `looks`, in
/// parallel. The pixels of the distinct pictures go to `sink`, in pieces that are cut between
/// pictures. Enforces the limits of limits.h. Incomplete if cancelled.
Decoded decode(const Scanned& scanned, const std::vector<ParsedCostume>& costumes,
               const std::vector<RoomLook>& looks, PixelSink& sink, Progress& progress);

}  // namespace wardrobe
