#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/parse.h"
#include "pipeline/picture_set.h"
#include "pipeline/pixel_arena.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The distinct pictures and their pixels.
struct Decoded {
  PictureSet pictures;
  Failures failures;
  std::vector<PixelArena> arenas;             ///< hold the pixels; one a task
  std::vector<std::vector<uint8_t>> scratch;  ///< one a worker
};

/// Third stage: decodes every candidate, in parallel, and completes `parsed.entries` with state and
/// picture. Entries whose candidate does not decode become missing, with a row in `failures`, where
/// a window shows them, and empty where none does. SCUMM.md §7 "Limits" is enforced here. `out` may
/// hold an earlier game, whose memory is used again.
void decode(const Scanned& scanned, Parsed& parsed, Decoded& out);

}  // namespace wardrobe
