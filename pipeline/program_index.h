#pragma once

#include "pipeline/game_input.h"

namespace wardrobe {

/// Looks for the index of a game that has none inside the programs of its folder (SCUMM.md §1
/// "Containers"). If there is exactly one, whole from its first block to its last, it becomes that
/// of the input, and `program` the name of the one that holds it.
void search_programs(const Folder& folder, GameInput& input);

}  // namespace wardrobe
