#include "tools/edit/game_blocks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/scumm/directory.h"
#include "formats/scumm/index.h"
#include "pipeline/resource_scan.h"

namespace wardrobe {
namespace {

/// Whether blocks that end at `end` leave nothing, or less than a header, up to `limit`.
bool fill(const std::vector<FileBlock>& blocks, uint64_t limit, BlockStyle style) {
  if (blocks.empty() || blocks.back().damaged()) return false;
  return limit - blocks.back().end < header_size(style);
}

DirectoryFields fields_of(size_t count, DirectoryForm form) {
  DirectoryFields fields;
  fields.count = count;
  if (form == DirectoryForm::pairs) {
    fields.room = 2;
    fields.offset = 3;
    fields.room_step = fields.step = 5;
    return fields;
  }
  fields.room = form == DirectoryForm::wide ? 4 : 2;
  fields.offset = fields.room + count;
  if (form == DirectoryForm::sized) fields.size = fields.offset + 4 * count;
  return fields;
}

}  // namespace

bool ResourceTree::is_room_file(size_t top) const {
  return tops[top].tag == tag(style == BlockStyle::tag_first ? "LFLF" : "LF");
}

bool ResourceTree::is_room_offsets(size_t top) const {
  return tops[top].tag == tag(style == BlockStyle::tag_first ? "LOFF" : "FO");
}

bool ResourceTree::has_block(uint64_t offset) const {
  return std::ranges::binary_search(inner, offset, {}, &FileBlock::offset) ||
         std::ranges::binary_search(tops, offset, {}, &FileBlock::offset);
}

bool ResourceTree::has_room(uint64_t offset) const {
  for (size_t top = 0; top < tops.size(); ++top) {
    const uint64_t start = tops[top].offset;
    if (is_room_file(top) && (offset == start || offset == start + kRoomInFile)) return true;
  }
  return false;
}

Result<std::vector<uint8_t>> read_whole(const GameFile& file) {
  std::vector<uint8_t> bytes(file.bytes->size());
  if (Status read = read_plain(file, 0, bytes); !read) {
    return Error{ErrorCode::io, kNoOffset, describe(file.name, read.error())};
  }
  return bytes;
}

Result<ResourceTree> read_resource_tree(const GameFile& file) {
  ResourceTree tree;
  tree.style = file.style;
  Result<std::vector<uint8_t>> bytes = read_whole(file);
  if (!bytes) return bytes.error();
  tree.bytes = *std::move(bytes);
  const GameFile memory{file.name, 0, file.disk, open_memory(tree.bytes), file.style};
  BlockWalk walk(memory);
  const uint64_t size = tree.bytes.size();
  tree.tops = walk.children(header_size(file.style), size);
  tree.tops_fit = fill(tree.tops, size, file.style);
  for (size_t top = 0; top < tree.tops.size(); ++top) {
    const FileBlock& block = tree.tops[top];
    std::vector<FileBlock> inner;
    if (tree.is_room_file(top)) inner = walk.children(block.offset + kRoomInFile, block.end);
    tree.inner_fits.push_back(fill(inner, block.end, file.style));
    tree.inner.insert(tree.inner.end(), inner.begin(), inner.end());
    tree.inner_offset.push_back(static_cast<uint32_t>(tree.inner.size()));
  }
  return tree;
}

void find_places(const GameInput& input, Bytes index, Places& out) {
  std::vector<Error> ignored;  // scan() has reported them
  const GameIndex read = read_index(index, ignored, input.index->style);
  const bool only_file = input.resources.size() == 1;
  for (size_t i = 0; i < input.resources.size(); ++i) {
    scan_resource_file(input.resources[i], static_cast<uint32_t>(i), read, only_file,
                       out.resources);
  }
  out.of_room = room_places(input, 0, read, out.resources);
}

bool is_resource_directory(Tag block_tag) {
  constexpr std::array<std::string_view, 14> kNames = {"DSCR", "DSOU", "DCOS", "DCHR", "DRSC",
                                                       "DIRI", "DIRS", "DIRN", "DIRC", "DIRF",
                                                       "DIRM", "DIRT", "0S",   "0N"};
  return block_tag == tag("0C") ||
         std::ranges::any_of(kNames, [&](std::string_view name) { return tag(name) == block_tag; });
}

std::optional<DirectoryFields> directory_fields(Bytes payload, BlockStyle style) {
  const size_t count = ByteReader(payload).u16();
  if (style == BlockStyle::size_first) {
    if (payload.size() < 2 || payload.size() - 2 < 5 * count) return std::nullopt;
    return fields_of(count, DirectoryForm::pairs);
  }
  const std::optional<DirectoryForm> form = fitting_form(payload);
  if (form) {
    return fields_of(*form == DirectoryForm::wide ? ByteReader(payload).u32() : count, *form);
  }
  const bool empty = std::ranges::all_of(payload, [](uint8_t byte) { return byte == 0; });
  if (empty && payload.size() <= 4) return DirectoryFields{};
  return std::nullopt;
}

}  // namespace wardrobe
