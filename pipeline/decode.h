#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/parse.h"
#include "pipeline/picture_set.h"
#include "pipeline/pixel_arena.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The distinct pictures and their pixels.
struct Decoded {
  PictureSet pictures;
  Failures failures;
  std::vector<PixelArena> arenas;  ///< hold the pixels; one for each worker
};

/// Third stage: decodes every stored picture, in parallel, and completes `parsed.entries` with
/// states and pictures. An entry whose picture does not decode becomes missing, and there is a
/// failure about it, if a window shows it; if none does, it becomes empty. Enforces the limits of
/// limits.h. Completes nothing if cancelled.
Decoded decode(const Scanned& scanned, Parsed& parsed, Progress* progress = nullptr);

}  // namespace wardrobe
