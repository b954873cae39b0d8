#pragma once

#include "pipeline/parse.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Tells whether a game of version 5 stores its pictures by rows, as on the Amiga, which nothing in
/// its files says (SCUMM.md §2 "RLE"): its pictures are read both ways, and the smoother reading of
/// them all counts. Where it is that by rows, sets the game's version and says so in its evidence.
void tell_row_order(const Parsed& parsed, Scanned& scanned);

}  // namespace wardrobe
