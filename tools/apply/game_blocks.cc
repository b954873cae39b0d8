#include "tools/apply/game_blocks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/core.h>

#include "formats/scumm.h"
#include "pipeline/scan.h"

namespace wardrobe {
namespace {

/// Returns the blocks from `begin` to `end`, up to and including the first damaged one; leaves out
/// stray bytes.
std::vector<Block> blocks_between(uint64_t begin, uint64_t end, BlockWalk& walk) {
  std::vector<Block> blocks;
  while (const auto block = walk.next(begin, end)) {
    blocks.push_back(*block);
    if (block->damaged()) break;
    begin = block->end;
  }
  return blocks;
}

/// Whether the blocks were found one behind the other, up to the end.
bool are_whole(const std::vector<Block>& blocks) {
  return !blocks.empty() && !blocks.back().damaged();
}

/// Positions of the fields of a directory, from the start of its payload (SCUMM.md §1 "Index").
/// With them, single fields can be changed.
struct DirectoryFields {
  size_t count = 0;
  size_t room = 0;    ///< of entry 0, a u8
  size_t offset = 0;  ///< of entry 0, a u32
  size_t size = 0;    ///< of entry 0, a u32; 0: there are no sizes
  size_t room_step = 1;
  size_t step = 4;  ///< from one offset, or size, to the next
};

/// Whether a block of the index is a directory of resources in rooms. Other directories are those
/// of rooms and objects.
bool is_resource_directory(Tag block_tag) {
  constexpr std::array<std::string_view, 15> kNames = {"DSCR", "DSOU", "DCOS", "DCHR", "DRSC",
                                                       "DIRI", "DIRS", "DIRN", "DIRC", "DIRF",
                                                       "DIRM", "DIRT", "0S",   "0N",   "0C"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return tag(name) == block_tag; });
}

/// The fields of a directory of resources in rooms; nullopt if the payload has no known form.
std::optional<DirectoryFields> directory_fields(Bytes payload, BlockStyle style) {
  const size_t count = ByteReader(payload).u16();
  if (style == BlockStyle::size_first) {
    if (payload.size() < 2 || payload.size() - 2 < 5 * count) return std::nullopt;
    return DirectoryFields{count, 2, 3, 0, 5, 5};
  }
  const std::optional<DirectoryForm> form = fitting_form(payload);
  if (form == DirectoryForm::wide) {
    const size_t wide_count = ByteReader(payload).u32();
    return DirectoryFields{wide_count, 4, 4 + wide_count};
  }
  if (form) {
    const size_t sizes = form == DirectoryForm::sized ? 2 + 5 * count : 0;
    return DirectoryFields{count, 2, 2 + count, sizes};
  }
  const bool empty = std::ranges::all_of(payload, [](uint8_t byte) { return byte == 0; });
  if (empty && payload.size() <= 4) return DirectoryFields{};
  return std::nullopt;
}

/// Finds the fields of an index that lead to blocks and rooms.
class IndexFields {
 public:
  IndexFields(const GameFile& file, Bytes index, const RoomPlaces& places, const TreeOf& tree_of)
      : file_(file), index_(index), places_(places), tree_of_(tree_of) {}

  Result<std::vector<PlaceField>> find() {
    std::optional<Block> damage;
    for (const Block& block : read_blocks(index_, 0, damage, file_.style)) {
      const size_t payload = block.payload_at();
      if (is_resource_directory(block.tag)) {
        const auto fields = directory_fields(block.payload, file_.style);
        if (!fields) {
          return Error{ErrorCode::damaged, block.offset,
                       fmt::format("{}: {} is damaged, so nothing can be moved in this game",
                                   file_.name, tag_name(block.tag))};
        }
        for (size_t entry = 0; entry < fields->count; ++entry) add_entry(payload, *fields, entry);
      }
      if (block.tag == tag("DLFL")) add_rooms(payload, block.payload.size() / 4);
    }
    return std::move(found_);
  }

 private:
  /// The place of a room; its source is a resource file. None if the room is missing or its file
  /// has no tree; none for room 0, which marks unused entries.
  std::optional<RoomPlace> place_of(size_t room) const {
    std::optional<RoomPlace> place = room == 0 ? std::nullopt : places_[room];
    if (place) --place->source;  // The index is the first source.
    return place && tree_of_(place->source) != nullptr ? place : std::nullopt;
  }

  void add_entry(size_t payload, const DirectoryFields& fields, size_t entry) {
    const auto place = place_of(index_[payload + fields.room + fields.room_step * entry]);
    if (!place) return;
    const ResourceTree& tree = *tree_of_(place->source);
    PlaceField field{.at = payload + fields.offset + fields.step * entry,
                     .source = place->source,
                     .from = place->offset};
    field.target = field.from + ByteReader(index_, field.at).u32();
    if (!tree.has_block(field.target)) return;
    const auto block = std::ranges::lower_bound(tree.inner, field.target, {}, &Block::offset);
    if (fields.size != 0 && block != tree.inner.end() && block->offset == field.target) {
      // The size is updated later, but only if it was right.
      const size_t size_at = payload + fields.size + fields.step * entry;
      field.end = block->end;
      if (ByteReader(index_, size_at).u32() == block->end - block->offset) field.size_at = size_at;
    }
    found_.push_back(field);
  }

  /// Adds the fields of DLFL: a u16 count, then a u32 offset for each room.
  void add_rooms(size_t payload, size_t rooms) {
    for (size_t room = 1; room < std::min(rooms, kRoomNumbers); ++room) {
      const auto place = place_of(room);
      const size_t at = payload + 2 + 4 * room;
      const uint64_t target = ByteReader(index_, at).u32();
      if (!place || !tree_of_(place->source)->has_room(target)) continue;
      found_.push_back({.at = at, .source = place->source, .target = target});
    }
  }

  const GameFile& file_;
  Bytes index_;
  const RoomPlaces& places_;
  const TreeOf& tree_of_;
  std::vector<PlaceField> found_;
};

}  // namespace

bool ResourceTree::is_room_file(const Block& top) const {
  return top.tag == tag(style == BlockStyle::tag_first ? "LFLF" : "LF");
}

uint64_t ResourceTree::room_in(const Block& top) const {
  return top.offset + (is_room ? 0 : kRoomInFile);
}

bool ResourceTree::is_room_offsets(const Block& top) const {
  return top.tag == tag(style == BlockStyle::tag_first ? "LOFF" : "FO");
}

bool ResourceTree::has_block(uint64_t offset) const {
  return std::ranges::binary_search(inner, offset, {}, &Block::offset) ||
         std::ranges::binary_search(tops, offset, {}, &Block::offset);
}

bool ResourceTree::has_room(uint64_t offset) const {
  return std::ranges::any_of(tops, [&](const Block& top) {
    return is_room_file(top) && (offset == top.offset || offset == room_in(top));
  });
}

size_t ResourceTree::blocks_before(uint64_t offset) const {
  const auto before = [&](const std::vector<Block>& blocks) {
    return std::ranges::lower_bound(blocks, offset, {}, &Block::offset) - blocks.begin();
  };
  return static_cast<size_t>(before(tops) + before(inner));
}

Result<std::vector<uint8_t>> read_whole(const GameFile& file) {
  std::vector<uint8_t> bytes(file.bytes->size());
  if (Status read = file.bytes->read(0, bytes); !read) {
    return Error{ErrorCode::io, kNoOffset, describe(file.name, read.error())};
  }
  toggle_xor(file.xor_key, bytes);
  return bytes;
}

Result<ResourceTree> read_resource_tree(const GameFile& file) {
  ResourceTree tree;
  tree.style = file.style;
  ASSIGN_OR_RETURN(tree.bytes, read_whole(file));
  BlockWalk walk(tree.bytes, file.style);
  const uint64_t size = tree.bytes.size();
  tree.is_room = file.has_room_files;
  if (tree.is_room) {
    tree.tops = {{tag("LF"), 0, size, static_cast<uint32_t>(size), file.style}};
  } else {
    const auto lecf = walk.at(0, size);  // Some tools leave its size 0, or bytes behind it.
    const bool states_end = lecf && !lecf->damaged();
    tree.tops = blocks_between(header_size(file.style), states_end ? lecf->end : size, walk);
  }
  tree.tops_fit = are_whole(tree.tops);
  for (size_t top = 0; top < tree.tops.size(); ++top) {
    const Block& block = tree.tops[top];
    std::vector<Block> inner;
    if (tree.is_room_file(block)) inner = blocks_between(tree.room_in(block), block.end, walk);
    tree.inner_fits.push_back(are_whole(inner));
    tree.inner.insert(tree.inner.end(), inner.begin(), inner.end());
    tree.inner_offset.push_back(static_cast<uint32_t>(tree.inner.size()));
  }
  return tree;
}

/// LOFF and FO have a count, then a u8 room and a u32 offset for each room.
std::vector<PlaceField> room_fields(const ResourceTree& tree, uint32_t source) {
  std::vector<PlaceField> fields;
  for (const Block& top : tree.tops) {
    if (!tree.is_room_offsets(top)) continue;
    const size_t count = ByteReader(tree.bytes, top.payload_at()).u8();
    for (size_t i = 0; i < count && top.payload_at() + 6 + 5 * i <= top.end; ++i) {
      const size_t at = top.payload_at() + 2 + 5 * i;
      const uint64_t target = ByteReader(tree.bytes, at).u32();
      if (tree.has_room(target)) fields.push_back({.at = at, .source = source, .target = target});
    }
  }
  return fields;
}

Result<std::vector<PlaceField>> index_fields(const GameFile& file, Bytes index,
                                             const RoomPlaces& places, const TreeOf& tree_of) {
  return IndexFields(file, index, places, tree_of).find();
}

}  // namespace wardrobe
