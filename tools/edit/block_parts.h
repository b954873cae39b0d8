#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/picture_codec.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// What the writers of costumes with changed pictures share.

/// Bytes begin … end - 1 of something.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// New bytes for a part of something.
struct Replacement {
  Span old;
  std::vector<uint8_t> bytes;
};

/// Bytes of which some parts are replaced, so that what follows moves.
class Pieces {
 public:
  /// Replacements must be inside `old` and must not overlap.
  Pieces(Bytes old, std::vector<Replacement> replacements);

  const std::vector<uint8_t>& bytes() const { return bytes_; }

  /// Where the byte at an old position, or the end, is now; nothing inside a replaced part, but for
  /// its start.
  std::optional<size_t> moved(size_t position) const;

 private:
  struct Change {
    Span old;
    size_t end = 0;  ///< of the new bytes
  };

  std::vector<Change> changes_;  ///< by position
  std::vector<uint8_t> bytes_;
};

/// Bytes without the zeros that fill them up from `end` on; all, where anything else is there.
Bytes without_filling(Bytes bytes, size_t end);

/// The size of what the headers of stored pictures have in common, and that: size, placement,
/// moves.
inline constexpr size_t kPictureHeader = 12;
std::vector<uint8_t> header_bytes(const PictureShape& shape);

/// A row-major picture as a costume's codec stores it (SCUMM.md §2 "RLE", §6 "Pixels"). The RLE of
/// the same pixels is always the game's own.
std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape);

/// Bytes that the picture at the start of `data` takes; 0 if it cannot be decoded.
size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height);

}  // namespace wardrobe
