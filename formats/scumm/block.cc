#include "formats/scumm/block.h"

#include <algorithm>
#include <array>

#include "formats/limits.h"

namespace wardrobe {
namespace {

// SCUMM.md §1 "Names": games differ in the first block of their index.
constexpr std::array kIndexTags = {tag("RNAM"), tag("MAXS"), tag("DROO"), tag("DSCR"), tag("DSOU"),
                                   tag("DCOS"), tag("DCHR"), tag("DOBJ"), tag("DIRI"), tag("DIRR"),
                                   tag("DIRS"), tag("DIRN"), tag("DIRC"), tag("DIRF"), tag("DIRM"),
                                   tag("DIRT"), tag("DLFL"), tag("DISK"), tag("ANAM"), tag("AARY"),
                                   tag("INIB"), tag("SVER"), tag("DRSC")};

}  // namespace

std::string tag_name(Tag tag) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  const bool two_letters = tag != 0 && tag >> 16 == 0;
  for (int i = 0; i < (two_letters ? 2 : 4); ++i) {
    const auto byte = static_cast<uint8_t>(tag >> (8 * i));
    if (byte >= 0x20 && byte < 0x7F) {
      name += static_cast<char>(byte);
    } else {
      name += "\\x";
      name += kDigits[byte >> 4];
      name += kDigits[byte & 15];
    }
  }
  return name;
}

std::optional<FileType> detect_file(Bytes first_bytes) {
  ByteReader reader(first_bytes);
  const Tag raw = reader.u32();
  if (!reader.ok()) return std::nullopt;
  const Tag letters = reader.u16();
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    const Tag first = raw ^ key * 0x01010101u;
    if (first == tag("LECF")) return FileType{FileKind::resources, key};
    if (std::ranges::find(kIndexTags, first) != kIndexTags.end()) {
      return FileType{FileKind::index, key};
    }
  }
  if (!reader.ok()) return std::nullopt;
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    const Tag first = letters ^ key * 0x0101u;
    if (first == tag("LE")) return FileType{FileKind::resources, key, BlockStyle::size_first};
    if (first == tag("RN")) return FileType{FileKind::index, key, BlockStyle::size_first};
  }
  if (letters == tag("RO")) return FileType{FileKind::resources, 0, BlockStyle::size_first, true};
  if (letters == tag("0R")) return FileType{FileKind::index, 0, BlockStyle::size_first, true};
  for (const uint8_t key : {kNamelessKey, uint8_t{0}}) {
    const uint32_t magic = (raw ^ key * 0x0101u) & 0xFFFF;
    if (magic == kIndexOfV1 || magic == kIndexOfV2) {
      return FileType{FileKind::index, key, BlockStyle::nameless, true};
    }
  }
  return std::nullopt;
}

std::string Block::damage() const {
  return tag_name(tag) + " claims " + std::to_string(stated_size) + " bytes; " +
         std::to_string(end - offset) + " are read";
}

std::optional<Block> BlockWalk::at(uint64_t offset, uint64_t end) {
  constexpr uint64_t kAhead = 4096;
  const size_t head = header_size(style_);
  if (offset > end || end - offset < head) return std::nullopt;
  if (file_ != nullptr && (offset < view_at_ || offset + head > view_at_ + view_.size())) {
    buffer_.resize(std::min(kAhead, file_->size() - offset));
    Status read = file_->read(offset, buffer_);
    if (!read) {  // The header itself may be readable.
      buffer_.resize(head);
      read = file_->read(offset, buffer_);
    }
    if (!read && !trouble_) trouble_ = read.error();
    if (!read) buffer_.clear();
    toggle_xor(xor_key_, buffer_);
    view_ = buffer_;
    view_at_ = offset;
    if (!read) return std::nullopt;
  }
  ByteReader reader(view_, offset - view_at_);
  Block block{.offset = offset, .style = style_};
  if (style_ == BlockStyle::size_first) {
    block.stated_size = reader.u32();
    block.tag = reader.u16();
  } else if (style_ == BlockStyle::nameless) {
    block.stated_size = reader.u16();
  } else {
    block.tag = reader.u32();
    block.stated_size = reader.u32_be();
  }
  block.end = offset + std::clamp<uint64_t>(block.stated_size, head, end - offset);
  if (file_ == nullptr) block.payload = view_.subspan(offset + head, block.end - offset - head);
  return block;
}

std::vector<Block> BlockWalk::children(uint64_t begin, uint64_t end) {
  std::vector<Block> blocks;
  while (const auto block = at(begin, end)) {
    blocks.push_back(*block);
    if (block->damaged()) break;
    begin = block->end;
  }
  return blocks;
}

std::vector<uint8_t> BlockWalk::payload(const Block& block) {
  std::vector<uint8_t> bytes(std::min(kMaxRoomBlock, block.end - block.payload_at()));
  const Status read = file_->read(block.payload_at(), bytes);
  if (!read && !trouble_) trouble_ = read.error();
  if (!read) bytes.clear();
  toggle_xor(xor_key_, bytes);
  return bytes;
}

std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<Block>& damage,
                               BlockStyle style) {
  std::vector<Block> blocks = BlockWalk(bytes, style).children(offset, bytes.size());
  if (blocks.empty() || !blocks.back().damaged()) return blocks;
  damage = blocks.back();
  if (damage->stated_size < header_size(style)) blocks.pop_back();
  return blocks;
}

}  // namespace wardrobe
