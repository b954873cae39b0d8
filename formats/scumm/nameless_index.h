#pragma once

#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm/index.h"

namespace wardrobe {

/// Reads an index of version 1, 2, or 3 with 16 colours, XOR removed (SCUMM.md §1 "Versions 1 to
/// 3"). `requested` is the version that the user chose; `last_room` is the highest
/// number of a room's file. They decide what the index leaves open. Costumes without a place get
/// room 0. Damage is reported in `problems`, and intact parts are read.
GameIndex read_nameless_index(Bytes file, std::optional<Version> requested, unsigned last_room,
                              std::vector<Error>& problems);

}  // namespace wardrobe
