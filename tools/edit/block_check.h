#pragma once

#include <vector>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "tools/edit/layout.h"

namespace wardrobe {

/// Compares the files of two games block by block: the same blocks in the same order, the same
/// bytes in all but the costumes of `blocks`, sizes that fit, and LOFF and every entry of the index
/// leading to the same block as before, or to none as before. Knows nothing of how the new game was
/// laid out. `old` is the game that `old_input` gave.
Status check_blocks(const GameInput& old_input, const ReadGame& old,
                    const std::vector<NewBlock>& blocks, const GameInput& new_input);

}  // namespace wardrobe
