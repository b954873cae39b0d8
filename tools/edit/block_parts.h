#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/picture_codec.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// Shared by the writers of edited costumes.

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

/// Bytes in which some parts are replaced, so that later bytes move.
class Pieces {
 public:
  /// Replacements must be inside `old` and must not overlap.
  Pieces(Bytes old, std::vector<Replacement> replacements);

  const std::vector<uint8_t>& bytes() const { return bytes_; }

  /// New position of the byte at an old position, or of the end; nullopt for positions inside a
  /// replaced part, except its start.
  std::optional<size_t> moved(size_t position) const;

 private:
  struct Change {
    Span old;
    size_t end = 0;  ///< of the new bytes
  };

  std::vector<Change> changes_;  ///< by position
  std::vector<uint8_t> bytes_;
};

/// The bytes without the zeros that fill them up from `end` on; all bytes if there is anything but
/// zeros.
Bytes without_filling(Bytes bytes, size_t end);

/// Size of the part that the headers of all stored pictures have in common, and that part: size,
/// placement, moves.
inline constexpr size_t kPictureHeader = 12;
std::vector<uint8_t> header_bytes(const PictureShape& shape);

/// A row-major picture as a costume's codec stores it (SCUMM.md §2 "RLE", §6 "Pixels"). The RLE of
/// the same pixels is always the game's own.
std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape);

/// Size in bytes of the picture at the start of `data`; 0 if it cannot be decoded.
size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height);

}  // namespace wardrobe
