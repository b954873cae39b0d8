#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// The XOR key of resource files of v4 to v6 and of most Humongous files (SCUMM.md §1 "Names").
inline constexpr uint8_t kXorKey = 0x69;

/// How the blocks of a file start (SCUMM.md §1 "Blocks").
enum class BlockStyle : uint8_t {
  tag_first,   ///< four letters, then the size, big-endian: version 5 and later
  size_first,  ///< the size, little-endian, then two letters: version 4, and 3 with 256 colours
  nameless,    ///< u16 size, u16 not used: versions 1 and 2, and 3 with 16 colours
};

/// Size of the header of BlockStyle::tag_first.
inline constexpr size_t kBlockHeaderSize = 8;

constexpr size_t header_size(BlockStyle style) {
  constexpr size_t kSizes[] = {kBlockHeaderSize, 6, 4};
  return kSizes[static_cast<size_t>(style)];
}

/// Distance from the start of an LFLF or LF to the room in it. The header of an LF is shorter, but
/// the room's number follows it.
inline constexpr size_t kRoomInFile = 8;

/// A block's tag: its characters in file order, the first in the lowest byte. If there are two, the
/// upper bytes are 0. 0 is no tag.
using Tag = uint32_t;

constexpr Tag tag(std::string_view name) {
  Tag value = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    value |= static_cast<Tag>(static_cast<uint8_t>(name[i])) << (8 * i);
  }
  return value;
}

/// The tag as text, with unprintable bytes as `\xNN`.
std::string tag_name(Tag tag);

/// A block's header (SCUMM.md §1 "Blocks").
struct BlockHeader {
  Tag tag = 0;
  uint32_t size = 0;  ///< including the header
};

/// Reads the header at `offset`; nullopt if too few bytes are left for one. Does not check the
/// size.
std::optional<BlockHeader> read_block_header(Bytes bytes, size_t offset,
                                             BlockStyle style = BlockStyle::tag_first);

/// What a file is, judged by the tag of its first block.
enum class FileKind : uint8_t { index, resources };

struct FileType {
  FileKind kind;
  uint8_t xor_key;  ///< 0 for plain files
  BlockStyle style = BlockStyle::tag_first;
  bool has_room_files = false;  ///< whether it is a room's own file, or the index of such files
};

/// Number of bytes that detect_file reads.
inline constexpr size_t kDetectedBytes = 6;

/// Recognises a file by its first tag, plain or XORed; nullopt if it is not a SCUMM file. Two
/// letters in the middle of a header are weak evidence of BlockStyle::size_first, and the two bytes
/// by which an index of BlockStyle::nameless is known are weaker still.
std::optional<FileType> detect_file(Bytes first_bytes);

/// The first two bytes of an index of BlockStyle::nameless in version 1, XOR removed (SCUMM.md §1
/// "Versions 1 to 3").
inline constexpr uint16_t kIndexOfV1 = 0x0A31;
inline constexpr uint16_t kIndexOfV2 = 0x0100;  ///< the same in version 2, and 3 with 16 colours

/// A room file of BlockStyle::nameless, recognised only by its name and its index.
inline constexpr FileType kNamelessRoom{FileKind::resources, 0xFF, BlockStyle::nameless, true};

/// A block within a larger span.
struct Block {
  Tag tag = 0;
  size_t offset = 0;  ///< of the header, in the span given
  Bytes payload;      ///< cut at the end of the span if the size goes beyond it
};

/// The header of a block whose size does not fit into its parent.
struct BlockDamage {
  size_t offset;
  uint32_t size;
};

/// Returns the consecutive blocks in `bytes` from `offset` on. A size below the header's ends the
/// sequence. A block that extends past the end is cut there and is the last. Both set `damage`.
std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<BlockDamage>& damage,
                               BlockStyle style = BlockStyle::tag_first);

}  // namespace wardrobe
