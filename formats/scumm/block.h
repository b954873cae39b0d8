#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// The byte with which every byte of v5, v6 and Humongous files is XORed (SCUMM.md §1).
inline constexpr uint8_t kXorKey = 0x69;

inline constexpr size_t kBlockHeaderSize = 8;

/// Four characters that name a block, in file order.
using Tag = uint32_t;

constexpr Tag tag(std::string_view name) {
  Tag value = 0;
  for (size_t i = 0; i < 4; ++i) {
    value |= static_cast<Tag>(static_cast<uint8_t>(name[i])) << (8 * i);
  }
  return value;
}

/// The tag as text; bytes that do not print as `\xNN`.
std::string tag_name(Tag tag);

/// A block's header: SCUMM.md §1 "Files and blocks".
struct BlockHeader {
  Tag tag = 0;
  uint32_t size = 0;  ///< with the 8 bytes of the header
};

/// The header at `offset`; nothing where fewer than 8 bytes are left. The size is not checked.
std::optional<BlockHeader> read_block_header(Bytes bytes, size_t offset);

/// What the first block's tag says a whole file is.
enum class FileKind : uint8_t { index, resources };

struct FileType {
  FileKind kind;
  uint8_t xor_key;  ///< 0 for plain files
};

/// Tells files by their first tag, plain or XORed; nothing for what is no SCUMM file.
std::optional<FileType> detect_file(Bytes first_bytes);

/// A block within a larger span.
struct Block {
  Tag tag = 0;
  size_t offset = 0;  ///< of the header, in the span given
  Bytes payload;      ///< cut at the span's end where the size says more
};

/// Why a run of blocks ended before the end of its parent.
struct BlockDamage {
  size_t offset;
  uint32_t size;
};

/// The blocks that follow each other in `bytes` from `offset` on. A block whose size is below 8
/// ends the run; one that passes the end is cut there and ends it too. Both are told in `damage`.
std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<BlockDamage>& damage);

/// Opens a block in `out` when made and writes its size when it goes out of scope.
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
