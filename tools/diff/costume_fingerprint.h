#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "tools/diff/picture_key.h"

namespace wardrobe {

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

/// The slots of a costume, by limb and index. Slots that have no visible effect are left out: empty
/// ones, missing pictures, and those of zero size that move nothing.
std::vector<Slot> slots_of(const Tables& tables, uint32_t costume);

/// The colours of a costume: indices into a room's palette.
Bytes color_indices(const Tables& tables, uint32_t costume);

/// Its true colours: red, green and blue of each; empty if it has none.
Bytes true_colors(const Tables& tables, uint32_t costume);

/// A hash of everything about a costume but its ids and its room. If it is equal, diff() finds no
/// difference in tables other than Timelines.
uint64_t content_hash(const Tables& tables, uint32_t costume);

/// Hashes of the parts of a costume (pictures, placements, records, colours), sorted. The more of
/// them two costumes have in common, the more similar they are.
std::vector<uint64_t> content_parts(const Tables& tables, uint32_t costume);

}  // namespace wardrobe
