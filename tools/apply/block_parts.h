#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/parse.h"
#include "tools/apply/read_game.h"

namespace wardrobe {

/// Used by both writers of edited costumes.

/// The bytes begin … end - 1 of a payload or chunk.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// New bytes for the bytes in `old`.
struct Replacement {
  Span old;
  std::vector<uint8_t> bytes;
};

/// Bytes of which some parts are replaced. Parts of another size move the bytes behind them.
class Pieces {
 public:
  /// The replacements must lie inside `old` and must not overlap.
  Pieces(Bytes old, std::vector<Replacement> replacements);

  const std::vector<uint8_t>& bytes() const { return bytes_; }

  /// The new position of the byte at an old position, or of the end. nullopt for a position inside
  /// a replaced part, except its start.
  std::optional<size_t> moved(size_t position) const;

 private:
  struct Change {
    Span old;
    size_t end = 0;  ///< of the part's new bytes
  };

  std::vector<Change> changes_;  ///< by position
  std::vector<uint8_t> bytes_;
};

/// The bytes up to `end` if the rest is zeros; else all bytes.
Bytes without_filling(Bytes bytes, size_t end);

/// The part that the headers of all stored pictures have in common: size, placement and moves.
/// First its size in bytes.
inline constexpr size_t kPictureHeader = 12;
std::vector<uint8_t> header_bytes(const PictureShape& shape);

/// Encodes a row-major picture as a costume's codec stores it (SCUMM.md §2 "RLE", §6 "Pixels"). For
/// unchanged pixels, the RLE is the same as the game's.
std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape);

/// The size in bytes of the stored picture at the start of `data`; 0 if it cannot be decoded.
size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height);

}  // namespace wardrobe
