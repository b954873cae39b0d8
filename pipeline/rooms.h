#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Tables and backgrounds of a game's rooms.
struct RoomTables {
  Planes planes;
  Boxes boxes;
  Scales scales;
  std::vector<uint8_t> backgrounds;  ///< the column; empty unless asked for
  Failures failures;
};

/// Reads size, walk boxes, scale slots and z-planes of every room, in parallel, and completes
/// scanned.rooms. With `backgrounds`, also reads the rooms' pictures. Damage becomes a failure: a
/// damaged strip of a background shows nothing, and a damaged strip of a plane hides nothing; the
/// other strips are kept. Frees the rooms' blocks. Leaves scanned.rooms unfinished if cancelled.
RoomTables read_rooms(bool backgrounds, Scanned& scanned, Progress* progress = nullptr);

}  // namespace wardrobe
