#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/game_input.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// What the rooms of a game show.
struct RoomTables {
  Planes planes;
  Boxes boxes;
  Scales scales;
  std::vector<uint8_t> backgrounds;  ///< the column; empty unless asked for
  Failures failures;
};

/// Reads size, walk boxes, scale slots and z-planes of every room, and with `backgrounds` its
/// picture, in parallel, and completes scanned.rooms. What is damaged becomes a failure: a strip of
/// a background shows nothing then, one of a plane hides nothing, and the others are kept. `input`
/// is what was scanned. Cancelled, it leaves scanned.rooms unfinished.
RoomTables read_rooms(const GameInput& input, bool backgrounds, Scanned& scanned,
                      Progress* progress = nullptr);

}  // namespace wardrobe
