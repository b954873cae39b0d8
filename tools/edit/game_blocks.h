#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "formats/column.h"
#include "formats/result.h"
#include "formats/scumm/block.h"
#include "pipeline/block_walk.h"
#include "pipeline/game_input.h"
#include "pipeline/resolve_ids.h"
#include "pipeline/resources.h"

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

/// Where the index of a game counts the offsets of each room's resources from; resource file i is
/// source i.
struct Places {
  Resources resources;
  RoomPlaces of_room{};

  /// Null for room 0, which marks unused entries, and for rooms that are nowhere.
  const RoomPlace* of(size_t room) const { return room == 0 ? nullptr : of_room[room]; }
};

/// `index` is the index file, XOR removed.
void find_places(const GameInput& input, Bytes index, Places& out);

/// Where the fields of a directory are in its payload (SCUMM.md §1 "Index"), so that single ones
/// can be changed.
struct DirectoryFields {
  size_t count = 0;
  size_t room = 0;    ///< of entry 0: u8
  size_t offset = 0;  ///< … u32
  size_t size = 0;    ///< … u32; 0: this form has none
  size_t room_step = 1;
  size_t step = 4;  ///< from an offset, or a size, to the next

  size_t room_at(size_t entry) const { return room + room_step * entry; }
  size_t offset_at(size_t entry) const { return offset + step * entry; }
  size_t size_at(size_t entry) const { return size + step * entry; }
};

/// Whether a block of the index is a directory of things within rooms, and not of rooms or objects.
bool is_resource_directory(Tag block_tag);

/// The fields of such a directory; nothing if no form fits.
std::optional<DirectoryFields> directory_fields(Bytes payload, BlockStyle style);

}  // namespace wardrobe
