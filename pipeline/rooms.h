#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Reads size, walk boxes, scale slots and z-planes of every room, in parallel: completes
/// tables.rooms and fills tables.planes, boxes and scales. With `backgrounds`, also reads the
/// rooms' pictures and returns their column. Damage becomes a failure: a damaged strip of a
/// background shows nothing, and a damaged strip of a plane hides nothing; the other strips are
/// kept. Frees the rooms' blocks.
std::vector<uint8_t> read_rooms(bool backgrounds, Scanned& scanned, Tables& tables,
                                Progress& progress);

}  // namespace wardrobe
