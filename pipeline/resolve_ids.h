#pragma once

#include <cstdint>

#include "formats/scumm/index.h"
#include "pipeline/game_input.h"
#include "pipeline/resources.h"

namespace wardrobe {

/// Follows every costume entry of the index to its block: gives the costumes their ids, adds those
/// that only the index knows, and counts the entries in `game`. Resource file i is row
/// `first_source` + i of Sources.
void resolve_ids(const GameInput& input, uint32_t first_source, const GameIndex& index,
                 Resources& resources, Game& game);

}  // namespace wardrobe
