#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// The contents of RMHD, or of HD in version 4.
struct RoomHeader {
  uint32_t width = 0;  ///< pixels
  uint32_t height = 0;
  std::optional<uint8_t> transparent;  ///< in version 8; otherwise in TRNS
};

/// Reads the payload of RMHD or HD.
RoomHeader read_room_header(Bytes payload, int version, std::vector<Error>& problems);

/// The positions of the strips of a picture or z-plane (SCUMM.md §8 "Containers"). Refers to the
/// bytes that it was made from.
class StripTable {
 public:
  /// A table of `strips` offsets of `width` bytes each, 2 or 4. It follows the header with which
  /// `block` starts; offsets count from the start of `block`. An error if the table does not fit
  /// into the first `table_end` bytes.
  static Result<StripTable> make(Bytes block, size_t table_end, size_t width, size_t strips);

  size_t strips() const { return strips_; }
  /// The bytes from the strip's first one to the end of the block: a strip ends where its pixels
  /// do. None if its offset is 0; null if the offset lies outside.
  std::optional<Bytes> strip(size_t index) const;

 private:
  StripTable(Bytes block, size_t width, size_t strips)
      : block_(block), width_(width), strips_(strips) {}

  Bytes block_;
  size_t width_;
  size_t strips_;
};

/// The picture of a room, which may be strips or one bitmap, and its z-planes.
struct RoomImage {
  std::optional<StripTable> strips;
  std::optional<Bytes> bitmap;                    ///< of a BMAP, from its code on
  std::vector<std::optional<StripTable>> planes;  ///< plane i + 1; null: missing or damaged
};

/// Finds the parts of an RMIM, or in version 8 of an IMAG, given the block's payload, for a room of
/// `width` pixels. Missing and damaged parts are omitted and reported.
RoomImage read_room_image(Bytes payload, int version, uint32_t width, std::vector<Error>& problems);

}  // namespace wardrobe
