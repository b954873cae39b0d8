#pragma once

#include "formats/tables.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Reads size, walk boxes, scale slots and z-planes of every room, in parallel: completes
/// tables.rooms and fills tables.planes, boxes and scales. Unless `backgrounds` is null, also reads
/// the rooms' pictures, each of which is a piece. Damage becomes a failure: a damaged strip of a
/// background shows nothing, and a damaged strip of a plane hides nothing; the other strips are
/// kept. Frees the rooms' blocks.
void read_rooms(PixelSink* backgrounds, Scanned& scanned, Tables& tables, Progress& progress);

}  // namespace wardrobe
