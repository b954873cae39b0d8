#include "pipeline/block_walk.h"

#include <algorithm>
#include <array>

#include "formats/limits.h"

namespace wardrobe {

std::string FileBlock::damage() const {
  return tag_name(tag) + " claims " + std::to_string(stated_size) + " bytes; " +
         std::to_string(end - offset) + " are read";
}

std::optional<FileBlock> BlockWalk::at(uint64_t offset, uint64_t end) {
  std::array<uint8_t, kBlockHeaderSize> buffer{};
  const auto bytes = std::span(buffer).first(header_size(file_.style));
  if (offset > end || end - offset < bytes.size() || !read(offset, bytes)) return std::nullopt;
  const BlockHeader header = *read_block_header(bytes, 0, file_.style);
  const uint64_t size = std::clamp<uint64_t>(header.size, bytes.size(), end - offset);
  return FileBlock{header.tag, offset, offset + size, header.size, file_.style};
}

std::vector<FileBlock> BlockWalk::children(uint64_t begin, uint64_t end) {
  std::vector<FileBlock> blocks;
  while (const auto block = at(begin, end)) {
    blocks.push_back(*block);
    if (block->damaged()) break;
    begin = block->end;
  }
  return blocks;
}

std::vector<uint8_t> BlockWalk::payload(const FileBlock& block) {
  std::vector<uint8_t> bytes(std::min(kMaxRoomBlock, block.end - block.payload()));
  if (!read(block.payload(), bytes)) bytes.clear();
  return bytes;
}

bool BlockWalk::read(uint64_t offset, std::span<uint8_t> out) {
  const Status status = read_plain(file_, offset, out);
  if (!status && !trouble_) trouble_ = status.error();
  return static_cast<bool>(status);
}

Status read_plain(const GameFile& file, uint64_t offset, std::span<uint8_t> out) {
  if (Status read = file.bytes->read(offset, out); !read) return read;
  if (file.xor_key != 0) {
    for (uint8_t& byte : out) byte ^= file.xor_key;
  }
  return ok();
}

}  // namespace wardrobe
