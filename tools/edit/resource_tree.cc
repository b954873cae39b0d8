#include "tools/edit/resource_tree.h"

#include <algorithm>

namespace wardrobe {
namespace {

/// Whether blocks that end at `end` leave nothing, or less than a header, up to `limit`.
bool fill(const std::vector<FileBlock>& blocks, uint64_t limit, BlockStyle style) {
  if (blocks.empty() || blocks.back().damaged()) return false;
  return limit - blocks.back().end < header_size(style);
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

}  // namespace wardrobe
