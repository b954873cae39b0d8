#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Bytes begin … end - 1 of something.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
};

/// New bytes for a part of something.
struct Replacement {
  static constexpr size_t kInPlace = std::numeric_limits<size_t>::max();

  Span old;
  std::vector<uint8_t> bytes;
  size_t place = kInPlace;  ///< the old position before which they go; kInPlace: where `old` was

  size_t target() const { return place == kInPlace ? old.begin : place; }
};

/// Bytes without the zeros that fill them up from `end` on; all, where anything else is there.
Bytes without_filling(Bytes bytes, size_t end);

/// Bytes of which some parts are replaced, so that what follows moves.
class Pieces {
 public:
  /// Replacements must be inside `old` and must not overlap; of several with one target, the first
  /// comes first.
  Pieces(Bytes old, std::vector<Replacement> replacements);

  const std::vector<uint8_t>& bytes() const { return bytes_; }

  /// Where the byte at an old position, which must exist, is now; nothing inside a replaced part,
  /// but for its start.
  std::optional<size_t> moved(size_t position) const;
  /// Where a part that began at an old position begins now, not counting replaced parts that have
  /// been taken from there.
  size_t moved_border(size_t position) const;

 private:
  struct Piece {
    Span old;
    size_t begin = 0;  ///< now
    bool replaced = false;
  };

  void add(const Piece& piece, Bytes bytes);
  const Piece& piece_at(size_t position) const;

  std::vector<Piece> pieces_;  ///< by old position
  std::vector<uint8_t> bytes_;
};

}  // namespace wardrobe
