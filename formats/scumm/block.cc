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

std::optional<BlockHeader> read_block_header(Bytes bytes, size_t offset, BlockStyle style) {
  ByteReader reader(bytes, offset);
  BlockHeader header;
  if (style == BlockStyle::size_first) {
    header.size = reader.u32();
    header.tag = reader.u16();
  } else if (style == BlockStyle::nameless) {
    header.size = reader.u16();
    reader.u16();
  } else {
    header.tag = reader.u32();
    header.size = reader.u32_be();
  }
  if (!reader.ok()) return std::nullopt;
  return header;
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
  const uint32_t magic = ~raw & 0xFFFF;
  if (magic == kIndexOfV1 || magic == kIndexOfV2) {
    return FileType{FileKind::index, 0xFF, BlockStyle::nameless, true};
  }
  return std::nullopt;
}

std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<BlockDamage>& damage,
                               BlockStyle style) {
  const size_t head = header_size(style);
  std::vector<Block> blocks;
  while (const auto header = read_block_header(bytes, offset, style)) {
    const size_t left = bytes.size() - offset;
    const bool fits = header->size >= head && header->size <= left;
    if (!fits) damage = BlockDamage{offset, header->size};
    if (header->size < head) break;
    const size_t size = std::min<size_t>(header->size, left);
    blocks.push_back({header->tag, offset, bytes.subspan(offset + head, size - head)});
    offset += size;
  }
  return blocks;
}

}  // namespace wardrobe
