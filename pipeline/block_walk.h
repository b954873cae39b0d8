#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/scumm/block.h"
#include "pipeline/game_input.h"

namespace wardrobe {

/// A block in a resource file, known by its header only.
struct FileBlock {
  Tag tag = 0;
  uint64_t offset = 0;       ///< of the header, from the file's start
  uint64_t end = 0;          ///< not beyond the parent's end
  uint32_t stated_size = 0;  ///< in the header
  BlockStyle style = BlockStyle::tag_first;

  uint64_t payload() const { return offset + header_size(style); }
  /// Whether the header claims less than its own bytes, or more than the parent has left.
  bool damaged() const { return stated_size != end - offset; }
  /// A message about the damage.
  std::string damage() const;
};

/// Walks the blocks of a file, reading only headers. A place that cannot be read looks like the end
/// of the file; trouble() tells the two apart.
class BlockWalk {
 public:
  explicit BlockWalk(const GameFile& file) : file_(file) {}

  /// Returns the block at `offset`, cut at `end`; nullopt if its header does not fit.
  std::optional<FileBlock> at(uint64_t offset, uint64_t end);

  /// Returns the blocks from `begin` to `end`, up to and including the first damaged one.
  std::vector<FileBlock> children(uint64_t begin, uint64_t end);
  std::vector<FileBlock> children(const FileBlock& parent) {
    return children(parent.payload(), parent.end);
  }

  /// Returns the first kMaxRoomBlock bytes of the block's payload; none if they cannot be read.
  std::vector<uint8_t> payload(const FileBlock& block);

  /// The first read error, if any.
  const std::optional<Error>& trouble() const { return trouble_; }

 private:
  bool read(uint64_t offset, std::span<uint8_t> out);

  const GameFile& file_;
  std::optional<Error> trouble_;
};

/// Fills `out` with the file's bytes from `offset` on, XOR removed.
Status read_plain(const GameFile& file, uint64_t offset, std::span<uint8_t> out);

}  // namespace wardrobe
