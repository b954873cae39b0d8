#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"

namespace wardrobe {

/// What a distinct picture is, as far as its hash tells.
struct PictureKey {
  uint16_t width = 0;
  uint16_t height = 0;
  uint8_t transparent = 0;
  uint64_t xxh64 = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 errs on comparisons that are defaulted.
  friend auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

PictureKey picture_key(const Tables& tables, uint32_t picture);

/// A slot of a limb table that draws or moves something.
struct Slot {
  uint8_t limb = kNoLimb;
  uint16_t index = 0;
  uint32_t entry = kNone;    ///< row of Entries
  uint32_t picture = kNone;  ///< row of Pictures; kNone: only moves

  bool stands_before(const Slot& other) const {
    return limb != other.limb ? limb < other.limb : index < other.index;
  }
};

/// The slots of a costume by rising limb and index. Missing pictures, empty slots and those of zero
/// size and no moves are left out: nobody sees them.
std::vector<Slot> slots_of(const Tables& tables, uint32_t costume);

/// The colours of a costume.
Bytes colors_of(const Tables& tables, uint32_t costume);

/// Its true colours: three bytes each.
Bytes rgb_of(const Tables& tables, uint32_t costume);

/// A hash of all that a costume is but its ids and its room: two of the same hash differ in nothing
/// that diff() looks for in tables other than Timelines.
uint64_t content_hash(const Tables& tables, uint32_t costume);

/// Hashes of the pieces that make up a costume (pictures, placements, records, colours), sorted:
/// the more two costumes have in common the more alike they are.
std::vector<uint64_t> content_parts(const Tables& tables, uint32_t costume);

}  // namespace wardrobe
