#pragma once

#include <cstdint>
#include <vector>

#include "formats/column.h"
#include "formats/result.h"
#include "pipeline/block_walk.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// A resource file in memory, and the blocks in it that can move (SCUMM.md §1 "Resource files").
struct ResourceTree {
  std::vector<uint8_t> bytes;  ///< XOR removed
  BlockStyle style = BlockStyle::tag_first;
  std::vector<FileBlock> tops;   ///< the children of LECF or LE
  Offsets inner_offset;          ///< row of tops → its rows of `inner`
  std::vector<FileBlock> inner;  ///< the children of each LFLF or LF: ROOM, COST, scripts …
  bool tops_fit = false;         ///< the tops fill the file
  std::vector<bool> inner_fits;  ///< by row of tops: its children fill it

  bool is_room_file(size_t top) const;
  bool is_room_offsets(size_t top) const;
  /// Whether a block of either kind starts there.
  bool has_block(uint64_t offset) const;
  /// Whether LOFF or DLFL can mean this place: a room, or what it is in.
  bool has_room(uint64_t offset) const;
};

/// All bytes of a file, XOR removed. Errors name it.
Result<std::vector<uint8_t>> read_whole(const GameFile& file);

Result<ResourceTree> read_resource_tree(const GameFile& file);

}  // namespace wardrobe
