#pragma once

#include <cstddef>
#include <cstdint>

// Shared by the vector decoders of RLE. They treat every input byte as a piece, so that no byte has
// to move. A byte with a length is a run. An escape is a piece of one pixel. Its extension byte x
// is a piece of the remaining x - 1 pixels (mod 256, since 0 means 256) in the escape's colour.
// Pieces are handled in blocks of 64, and within a block in groups of 8.

namespace wardrobe {

inline constexpr size_t kBlock = 64;
inline constexpr size_t kGroup = 8;
inline constexpr size_t kGroups = kBlock / kGroup;

/// Kinds of pieces in a block; bit i is piece i.
struct PieceMasks {
  uint64_t escapes;
  uint64_t valid;  ///< pieces before the end of the input
};

/// Whether a picture can end after the first `end` pieces of a block, 1 to 64.
constexpr bool can_end(const PieceMasks& masks, size_t end) {
  return ((masks.valid & ~masks.escapes) >> (end - 1) & 1) != 0;
}

/// Returns a mask of the escapes among 64 bytes. Bit i of `zero_lengths` is set if the length bits
/// of byte i are zero: the byte is an escape or the extension of one. `pending` is 1 if the byte
/// before byte 0 is an escape, else 0. In each sequence of such bytes, every second one is an
/// escape, starting with the first. Adding a bit at the start of the sequences that start at an odd
/// place carries through exactly those sequences and clears them; the others stay set.
constexpr uint64_t find_escapes(uint64_t zero_lengths, uint64_t pending) {
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t sequences = zero_lengths & ~pending;
  const uint64_t in_even = sequences + (kOdd & ~(sequences << 1));
  return (in_even ^ kOdd) & sequences;
}

}  // namespace wardrobe
