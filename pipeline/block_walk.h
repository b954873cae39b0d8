#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/scumm/block.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// A block in a resource file, known by its header only.
struct FileBlock {
  Tag tag = 0;
  uint64_t offset = 0;  ///< of the header, from the file's start
  uint64_t end = 0;     ///< cut at the parent's end where the size says more
  uint32_t stated_size = 0;

  uint64_t payload() const { return offset + kBlockHeaderSize; }
  /// Its size is none, or more than its parent has.
  bool damaged() const { return stated_size != end - offset; }
};

/// Walks the blocks of a file by their headers. Where the file cannot be read it gives nothing, as
/// at its end, and remembers why.
class BlockWalk {
 public:
  explicit BlockWalk(const GameFile& file) : file_(file) {}

  /// The block at `offset`, cut at `end`; nothing where its 8 bytes of header are not there.
  std::optional<FileBlock> at(uint64_t offset, uint64_t end);

  /// The blocks that follow each other from `begin` to `end`; only the last may be damaged.
  std::vector<FileBlock> children(uint64_t begin, uint64_t end);
  std::vector<FileBlock> children(const FileBlock& parent) {
    return children(parent.payload(), parent.end);
  }

  std::vector<uint8_t> payload(const FileBlock& block);

  /// The first failure to read, if there was one.
  const std::optional<Error>& trouble() const { return trouble_; }

 private:
  bool read(uint64_t offset, std::span<uint8_t> out);

  const GameFile& file_;
  std::optional<Error> trouble_;
};

/// Bytes of the file, XOR removed.
Status read_plain(const GameFile& file, uint64_t offset, std::span<uint8_t> out);

}  // namespace wardrobe
