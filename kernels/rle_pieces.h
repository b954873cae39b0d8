#pragma once

#include <cstddef>
#include <cstdint>

// What the vector decoders have in common. They see the input as pieces, one a byte, so that no
// byte has to be moved out of its place: a byte with a length is a run; an escape is a piece of
// one pixel, and its extension byte x a piece of the other x - 1 (mod 256: 0 stands for 256) in
// the escape's colour. Pieces come in blocks of 64, and in groups of 8 within these.

namespace wardrobe {

inline constexpr size_t kBlock = 64;
inline constexpr size_t kGroup = 8;
inline constexpr size_t kGroups = kBlock / kGroup;

/// Kinds of pieces in a block; bit i is piece i.
struct PieceMasks {
  uint64_t escapes;
  uint64_t valid;  ///< those that are there: the input may end in the block
  uint64_t empty;  ///< of length 0, which no decoder can do: a run of 1 in the long form
};

/// Whether a picture can end after the first `end` pieces of a block, 1 to 64.
constexpr bool can_end(const PieceMasks& masks, size_t end) {
  const uint64_t ends_run = masks.valid & ~masks.escapes;
  return (ends_run >> (end - 1) & 1) != 0 && masks.empty << (kBlock - end) == 0;
}

/// Which of 64 bytes are escapes, given which have length bits of zero: those may also be the
/// extension of the escape before them. Bit i stands for byte i; `pending` is 1 if the byte before
/// byte 0 is an escape, else 0. In each row of such bytes every second one is an escape, from the
/// first on; adding a bit at the start of a row that starts at an even place carries through just
/// that row, and so tells these rows from the others.
constexpr uint64_t find_escapes(uint64_t zero_lengths, uint64_t pending) {
  constexpr uint64_t kEven = 0x5555555555555555;
  const uint64_t rows = zero_lengths & ~pending;
  const uint64_t starts = rows & ~(rows << 1);
  const uint64_t after_even_rows = rows + (starts & kEven);
  const uint64_t in_even_rows = rows & ~after_even_rows;
  return rows & (in_even_rows ^ ~kEven);
}

}  // namespace wardrobe
