#pragma once

#include <vector>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "tools/edit/resource_tree.h"

namespace wardrobe {

/// Whether an offset in a file leads to the same block as another one in the file's new form,
/// counting blocks; or both to none, and are the same.
bool same_target(const ResourceTree& before, uint64_t old_offset, const ResourceTree& after,
                 uint64_t new_offset);

/// Compares the indexes of two games, which may have none: all bytes, but for offsets, which must
/// lead to the same blocks, and sizes of those. The trees are as GameInput::resources.
Status check_index(const GameInput& old_input, const std::vector<ResourceTree>& before,
                   const GameInput& new_input, const std::vector<ResourceTree>& after);

}  // namespace wardrobe
