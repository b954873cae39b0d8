#pragma once

#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm/index.h"

namespace wardrobe {

/// Reads an index of versions 1 and 2, and of version 3 with 16 colours, XOR removed (SCUMM.md §1
/// "Versions 1 to 3"). `requested` is the user's choice of the version, 0 none, and `last_room` the
/// highest number of a room's file: what the index does not tell follows from them. Entries without
/// a place name room 0. Damage is reported in `problems`, and what is intact is read.
GameIndex read_nameless_index(Bytes file, int requested, unsigned last_room,
                              std::vector<Error>& problems);

}  // namespace wardrobe
