#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"
#include "pipeline/parse.h"
#include "pipeline/pixel_arena.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The pixels of the distinct pictures.
struct Decoded {
  std::vector<Bytes> pixels;       ///< row of Pictures → its pixels, row-major
  std::vector<PixelArena> arenas;  ///< hold the pixels; one for each worker
};

/// Third stage: decodes every stored picture, in parallel, fills tables.pictures and completes
/// tables.entries with states and pictures. An entry whose picture does not decode becomes missing,
/// and there is a failure about it, if a window shows it; if none does, it becomes empty. Enforces
/// the limits of limits.h.
Decoded decode(const Scanned& scanned, const StoredPictures& stored, Tables& tables,
               Progress& progress);

}  // namespace wardrobe
