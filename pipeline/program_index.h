#pragma once

#include "pipeline/game_input.h"

namespace wardrobe {

/// Looks for the index of a game that has none inside the programs of its folder (SCUMM.md §1
/// "Containers"). If there is exactly one complete index, it becomes that of the input, and
/// `program` becomes the name of its program.
void search_programs(const Folder& folder, GameInput& input);

}  // namespace wardrobe
