#pragma once

#include "formats/bytes.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// Whether these bytes, XOR removed, read well as an index: all of it is there, and it has rooms
/// and costumes.
bool is_whole_index(Bytes bytes, BlockStyle style);

/// For a game without an index file, looks for its index inside the programs in its folder
/// (SCUMM.md §1 "Containers"). If there is exactly one complete index, sets `input.index` to it,
/// and `input.program` to the name of the program that contains it. If there are more, sets
/// `input.rivals`.
void search_programs(const Folder& folder, GameInput& input);

}  // namespace wardrobe
