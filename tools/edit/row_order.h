#pragma once

#include "tools/edit/read_game.h"

namespace wardrobe {

/// Whether the pictures of a game of version 5 look as if they were stored by rows, as on the Amiga
/// (SCUMM.md §2 "RLE"), which nothing in its files tells: read by rows, neighbouring pixels are
/// alike much more often than read by columns.
bool looks_stored_by_rows(const ReadGame& game);

}  // namespace wardrobe
