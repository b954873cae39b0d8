#pragma once

#include "pipeline/game_input.h"

namespace wardrobe {

/// For a game without an index file, looks for its index inside the programs in its folder
/// (SCUMM.md §1 "Containers"). If there is exactly one complete index, it becomes that of the
/// input, and `program` becomes the name of its program.
void search_programs(const Folder& folder, GameInput& input);

}  // namespace wardrobe
