#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "formats/bytes.h"
#include "formats/column.h"
#include "formats/result.h"
#include "formats/scumm/block.h"
#include "pipeline/block_walk.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// A resource file in memory, and the blocks in it that can move (SCUMM.md §1 "Resource files").
struct ResourceTree {
  std::vector<uint8_t> bytes;  ///< XOR removed
  BlockStyle style = BlockStyle::tag_first;
  bool is_room = false;          ///< the file is a room's, as in version 3
  std::vector<FileBlock> tops;   ///< the children of LECF or LE; or the file, without a header
  Offsets inner_offset;          ///< row of tops → its rows of `inner`
  std::vector<FileBlock> inner;  ///< the children of each LFLF or LF: ROOM, COST, scripts …
  bool tops_fit = false;         ///< the tops fill the file
  std::vector<bool> inner_fits;  ///< by row of tops: its children fill it

  bool is_room_file(const FileBlock& top) const;
  bool is_room_offsets(const FileBlock& top) const;
  /// Start of the room in a room file.
  uint64_t room_in(const FileBlock& top) const;
  /// Whether a block of either kind starts there.
  bool has_block(uint64_t offset) const;
  /// Whether LOFF or DLFL can refer to this offset: a room or the block that contains it.
  bool has_room(uint64_t offset) const;
  /// Number of blocks that start before an offset: identifies a block even after moves.
  size_t blocks_before(uint64_t offset) const;
};

/// All bytes of a file, XOR removed. Errors name it.
Result<std::vector<uint8_t>> read_whole(const GameFile& file);

Result<ResourceTree> read_resource_tree(const GameFile& file);

/// A number in a game's files that leads to a block or a room of a resource file.
struct PlaceField {
  size_t at = 0;        ///< of the u32, in the index or in LOFF's file
  size_t size_at = 0;   ///< of the u32 with the block's size; 0: there is none
  uint32_t source = 0;  ///< the resource file that it leads to
  uint64_t from = 0;    ///< the position in that file that the number counts from
  uint64_t target = 0;
  uint64_t end = 0;  ///< of the block, with `size_at`
};

/// The fields of LOFF or FO, which are in the resource file `source` itself.
std::vector<PlaceField> room_fields(const ResourceTree& tree, uint32_t source);

/// The tree of a resource file; null: ignore the file.
using TreeOf = std::function<const ResourceTree*(uint32_t source)>;

/// The fields of an index, XOR removed, that lead to blocks and rooms in resource files with a
/// tree. Fields that lead to no block are left out. An error if a directory is damaged.
Result<std::vector<PlaceField>> index_fields(const GameInput& input, Bytes index,
                                             const TreeOf& tree_of);

}  // namespace wardrobe
