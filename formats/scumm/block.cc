#include "formats/scumm/block.h"

#include <algorithm>
#include <array>

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
  for (int i = 0; i < 4; ++i) {
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

std::optional<BlockHeader> read_block_header(Bytes bytes, size_t offset) {
  ByteReader reader(bytes, offset);
  const Tag tag = reader.u32();
  const uint32_t size = reader.u32_be();
  if (!reader.ok()) return std::nullopt;
  return BlockHeader{tag, size};
}

std::optional<FileType> detect_file(Bytes first_bytes) {
  ByteReader reader(first_bytes);
  const Tag raw = reader.u32();
  if (!reader.ok()) return std::nullopt;
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    const Tag first = raw ^ key * 0x01010101u;
    if (first == tag("LECF")) return FileType{FileKind::resources, key};
    if (std::ranges::find(kIndexTags, first) != kIndexTags.end()) {
      return FileType{FileKind::index, key};
    }
  }
  return std::nullopt;
}

std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<BlockDamage>& damage) {
  std::vector<Block> blocks;
  while (const auto header = read_block_header(bytes, offset)) {
    const size_t left = bytes.size() - offset;
    const bool fits = header->size >= kBlockHeaderSize && header->size <= left;
    if (!fits) damage = BlockDamage{offset, header->size};
    if (header->size < kBlockHeaderSize) break;
    const size_t size = std::min<size_t>(header->size, left);
    blocks.push_back(
        {header->tag, offset, bytes.subspan(offset + kBlockHeaderSize, size - kBlockHeaderSize)});
    offset += size;
  }
  return blocks;
}

}  // namespace wardrobe
