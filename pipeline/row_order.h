#pragma once

#include "pipeline/parse.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Detects whether a game of version 5 stores its pictures by rows, as on the Amiga; no file says
/// so (SCUMM.md §2 "RLE"). Reads the pictures both ways and takes the smoother reading. If the
/// pictures are by rows, sets their codec, and the version and the evidence in tables.game.
void tell_row_order(const Scanned& scanned, StoredPictures& stored, Tables& tables);

}  // namespace wardrobe
