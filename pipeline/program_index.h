#pragma once

#include "pipeline/game_input.h"

namespace wardrobe {

/// For a game without an index file, looks for its index inside the programs in its folder
/// (SCUMM.md §1 "Containers"). If there is exactly one complete index, sets `input.index` to it,
/// and `input.program` to the name of the program that contains it.
void search_programs(const Folder& folder, GameInput& input);

}  // namespace wardrobe
