#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/parallel.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// What a room looks like: columns of Rooms, Boxes, Scales and Planes (FORMAT.md).
struct RoomLook {
  uint16_t width = 0;
  uint16_t height = 0;
  uint8_t transparent = 0;
  Boxes boxes;
  Scales scales;
  std::vector<std::vector<uint8_t>> planes;  ///< bits of each; empty: missing
  std::vector<uint8_t> see_through;          ///< of each strip of the background
  uint64_t background_pixels = 0;            ///< 0: none is kept
  uint64_t background_xxh64 = 0;
};

/// Stage between scan and parse. Reads the sizes, walk boxes, scale slots, z-planes and, unless
/// `backgrounds` is null, the backgrounds of all rooms (SCUMM.md §8), in parallel. The pixels of
/// backgrounds go to `backgrounds`. Frees the blocks of the rooms. Damage becomes failures.
std::vector<RoomLook> read_rooms(PixelSink* backgrounds, Scanned& scanned, Failures& failures,
                                 Progress& progress);

}  // namespace wardrobe
