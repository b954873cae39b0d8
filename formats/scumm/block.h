#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// What every byte of v5, v6 and most Humongous files is XORed with (SCUMM.md §1 "Names").
inline constexpr uint8_t kXorKey = 0x69;

inline constexpr size_t kBlockHeaderSize = 8;

/// A block's tag: its four characters in file order.
using Tag = uint32_t;

constexpr Tag tag(std::string_view name) {
  Tag value = 0;
  for (size_t i = 0; i < 4; ++i) {
    value |= static_cast<Tag>(static_cast<uint8_t>(name[i])) << (8 * i);
  }
  return value;
}

/// The tag as text, with unprintable bytes as `\xNN`.
std::string tag_name(Tag tag);

/// A block's header (SCUMM.md §1 "Blocks").
struct BlockHeader {
  Tag tag = 0;
  uint32_t size = 0;  ///< including the 8 bytes of the header
};

/// The header at `offset`; nothing if fewer than 8 bytes are left. The size is not checked.
std::optional<BlockHeader> read_block_header(Bytes bytes, size_t offset);

/// What a file is, judged by the tag of its first block.
enum class FileKind : uint8_t { index, resources };

struct FileType {
  FileKind kind;
  uint8_t xor_key;  ///< 0 for plain files
};

/// Recognises a file by its first tag, plain or XORed; nothing if it is not a SCUMM file.
std::optional<FileType> detect_file(Bytes first_bytes);

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

/// The consecutive blocks in `bytes` from `offset` on. A size below 8 ends the sequence; a block
/// that extends past the end is cut there and is the last. Both set `damage`.
std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<BlockDamage>& damage);

/// Starts a block at the end of `out`, and writes its size when it goes out of scope.
class BlockScope {
 public:
  BlockScope(std::vector<uint8_t>& out, std::string_view name) : out_(out), start_(out.size()) {
    ByteWriter writer(out_);
    writer.text(name);
    writer.u32(0);
  }
  ~BlockScope() {
    ByteWriter(out_).patch_u32_be(start_ + 4, static_cast<uint32_t>(out_.size() - start_));
  }
  BlockScope(const BlockScope&) = delete;
  BlockScope& operator=(const BlockScope&) = delete;

  size_t start() const { return start_; }

 private:
  std::vector<uint8_t>& out_;
  size_t start_;
};

}  // namespace wardrobe
