#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/result.h"
#include "pipeline/find_game.h"
#include "tools/apply/read_game.h"

namespace wardrobe {

/// The new payload of a costume's block.
struct NewBlock {
  uint32_t costume = 0;  ///< row of Costumes
  std::vector<uint8_t> payload;
};

/// The files of a game after an edit, XORed like the old ones; nullopt for unchanged files.
struct NewFiles {
  std::optional<std::vector<uint8_t>> index;
  std::vector<std::optional<std::vector<uint8_t>>> resources;  ///< ordered as GameInput::resources
};

/// Fourth stage. Puts the blocks into the files. If a block changes its size, everything behind it
/// moves, and the sizes of blocks, LOFF and the index are updated. The index entries that change
/// are those of blocks that move within their room. Refuses a change of size if the blocks around
/// the changed one are damaged.
Result<NewFiles> lay_out(const GameInput& input, const ReadGame& game,
                         const std::vector<NewBlock>& blocks);

}  // namespace wardrobe
