#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "tools/edit/pieces.h"
#include "tools/edit/resource_tree.h"

namespace wardrobe {

/// How the blocks of a resource file move.
struct FileMoves {
  Pieces pieces;
  ResourceTree tree;  ///< as it was
};

/// The index of a game whose blocks move, XOR removed; nothing if it stays as it is. `moves` is as
/// GameInput::resources, empty for files that stay. What leads to no block is left alone.
Result<std::optional<std::vector<uint8_t>>> rewrite_index(
    const GameInput& input, const std::vector<std::optional<FileMoves>>& moves);

}  // namespace wardrobe
