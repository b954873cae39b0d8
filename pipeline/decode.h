#pragma once

#include "formats/tables.h"
#include "pipeline/parse.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Third stage: decodes every stored picture, in parallel, fills tables.pictures and completes
/// tables.entries with states and pictures. The pixels of the distinct pictures go to `sink`, in
/// pieces that are cut between pictures. An entry whose picture does not decode becomes missing,
/// and there is a failure about it, if a window shows it; if none does, it becomes empty. Enforces
/// the limits of limits.h. Incomplete if cancelled.
void decode(const Scanned& scanned, const StoredPictures& stored, Tables& tables, PixelSink& sink,
            Progress& progress);

}  // namespace wardrobe
