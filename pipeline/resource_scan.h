#pragma once

#include <cstdint>

#include "formats/scumm/index.h"
#include "pipeline/game_input.h"
#include "pipeline/resources.h"

namespace wardrobe {

/// Adds the costume blocks of one resource file to `out`, and its rooms, without names, and
/// palettes to `tables`. `source` is its row of Sources; `only_file` means that the game has no
/// other resource file. Rooms are found through DLFL in the index or, without it, through the
/// file's own LOFF or FO, unless the file itself is a room. A damaged block adds a failure, and the
/// scan continues at the next known room.
void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index,
                        bool only_file, Resources& out, Tables& tables);

/// Gives every room the EGA palette. It is for games up to version 4 in which no room has a
/// palette.
void add_ega_palettes(Tables& tables);

}  // namespace wardrobe
