#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace wardrobe
