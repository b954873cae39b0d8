#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm.h"
#include "formats/tables.h"
#include "pipeline/find_game.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// A resource file in memory, with the blocks in it that can move (SCUMM.md §1 "Resource files").
struct ResourceTree {
  std::vector<uint8_t> bytes;  ///< XOR removed
  BlockStyle style = BlockStyle::tag_first;
  bool is_room = false;      ///< whether the file is one room, as in version 3
  std::vector<Block> tops;   ///< the children of LECF or LE; or a room file itself, as one block
  Offsets inner_offset;      ///< row of tops → its rows of `inner`
  std::vector<Block> inner;  ///< the children of each LFLF or LF: ROOM, COST, scripts …
  bool tops_fit = false;     ///< whether the tops follow each other to the end
  std::vector<bool>
      inner_fits;  ///< row of tops → whether its children follow each other to its end

  bool is_room_file(const Block& top) const;
  bool is_room_offsets(const Block& top) const;
  /// The offset of the room in `top`.
  uint64_t room_in(const Block& top) const;
  /// Whether a block, of `tops` or `inner`, starts at this offset.
  bool has_block(uint64_t offset) const;
  /// Whether LOFF or DLFL can refer to this offset: that of a room, or of the LFLF or LF around it.
  bool has_room(uint64_t offset) const;
  /// The number of blocks that start before an offset. It identifies a block even after blocks have
  /// moved.
  size_t blocks_before(uint64_t offset) const;
};

/// Returns all bytes of a file, XOR removed. Errors name the file.
Result<std::vector<uint8_t>> read_whole(const GameFile& file);

Result<ResourceTree> read_resource_tree(const GameFile& file);

/// A number in a game's files that says where a block or a room of a resource file starts.
struct PlaceField {
  size_t at = 0;        ///< position of the number, a u32, in the index or in the resource file
  size_t size_at = 0;   ///< position of the u32 with the block's size; 0: none
  uint32_t source = 0;  ///< the resource file with the block or room
  uint64_t from = 0;    ///< the number counts from this position in that file
  uint64_t target = 0;
  uint64_t end = 0;  ///< the block's end, if size_at is not 0
};

/// The fields of LOFF or FO. They are in the resource file `source` itself.
std::vector<PlaceField> room_fields(const ResourceTree& tree, uint32_t source);

/// Returns the tree of a resource file; null: the file is ignored.
using TreeOf = std::function<const ResourceTree*(uint32_t source)>;

/// Returns the fields of an index `file` that lead to blocks and rooms of the resource files with a
/// tree. `index` is its bytes, XOR removed; `places` are the game's. Leaves out fields that lead to
/// no block. Fails if a directory is damaged.
Result<std::vector<PlaceField>> index_fields(const GameFile& file, Bytes index,
                                             const RoomPlaces& places, const TreeOf& tree_of);

}  // namespace wardrobe
