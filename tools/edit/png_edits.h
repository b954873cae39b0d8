#pragma once

#include "tools/edit/edits.h"

namespace wardrobe {

/// read_edits of a folder of indexed PNGs, whose manifest.json this is.
Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game);

}  // namespace wardrobe
