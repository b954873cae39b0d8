#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm/version.h"

namespace wardrobe {

/// The contents of RMHD, or of HD in version 4.
struct RoomHeader {
  uint32_t width = 0;  ///< pixels
  uint32_t height = 0;
  std::optional<uint8_t> transparent;  ///< in version 8; otherwise in TRNS
};

/// Reads the payload of RMHD or HD.
RoomHeader read_room_header(Bytes payload, Version version, std::vector<Error>& problems);

/// The positions of the strips of a picture or z-plane (SCUMM.md §8 "Containers"). The bytes that
/// it was made from must outlive it.
class StripTable {
 public:
  /// Makes a table of `strips` offsets of `width` bytes each, 2 or 4. The table follows the header
  /// at the start of `block`, and its offsets count from the start of `block`. Fails if it does not
  /// fit into the first `table_end` bytes.
  static Result<StripTable> make(Bytes block, size_t table_end, size_t width, size_t strips);

  size_t strips() const { return strips_; }
  /// Returns the bytes from the start of a strip to the end of the block: only its pixels tell
  /// where a strip ends. No bytes if its offset is 0; nullopt if the offset lies outside the block.
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

/// Finds the parts of an RMIM, or in version 8 of an IMAG. `payload` is the block's; `width` is
/// that of the room, in pixels. Missing and damaged parts are omitted and reported.
RoomImage read_room_image(Bytes payload, Version version, uint32_t width,
                          std::vector<Error>& problems);

}  // namespace wardrobe
