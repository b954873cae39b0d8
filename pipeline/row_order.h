#pragma once

#include "pipeline/parse.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Detects whether a game of version 5 stores its pictures by rows, as on the Amiga; no file says
/// so (SCUMM.md §2 "RLE"). Reads the pictures both ways and takes the smoother reading. If the
/// pictures are by rows, sets the game's version and evidence.
void tell_row_order(const Parsed& parsed, Scanned& scanned);

}  // namespace wardrobe
