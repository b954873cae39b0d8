#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// Identifies a picture across archives: equal keys are taken to mean equal pictures.
struct PictureKey {
  uint16_t width = 0;
  uint16_t height = 0;
  uint8_t transparent = 0;
  uint64_t xxh64 = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads defaulted comparisons.
  friend auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

inline PictureKey picture_key(const TablesView& tables, uint32_t picture) {
  const PicturesView& pictures = tables.pictures;
  return {pictures.width[picture], pictures.height[picture], pictures.transparent[picture],
          pictures.xxh64[picture]};
}

/// A slot that draws or moves something.
struct VisibleSlot {
  SlotPlace place;
  uint32_t entry;    ///< row of Entries
  uint32_t picture;  ///< row of Pictures; kNone: only moves
};

/// The slots of a costume, by limb and index. Slots without a visible effect are left out: empty
/// slots, slots with missing pictures, and slots of zero size that move nothing.
std::vector<VisibleSlot> slots_of(const TablesView& tables, uint32_t costume);

/// The ids of a costume, aliases included, in ascending order; empty if it has none.
std::vector<uint16_t> ids_of(const CostumesView& costumes, uint32_t row);

/// The colours of a costume: indices into a room's palette.
Bytes color_indices(const TablesView& tables, uint32_t costume);

/// The true colours of a costume: red, green and blue of each; empty if it has none.
Bytes true_colors(const TablesView& tables, uint32_t costume);

/// A hash of everything in a costume except its ids and its room. If two costumes have equal
/// hashes, diff() finds no difference between them except in their timelines.
uint64_t content_hash(const TablesView& tables, uint32_t costume);

/// Hashes of the parts of a costume (pictures, placements, records, colours), sorted. The more
/// hashes two costumes have in common, the more similar they are.
std::vector<uint64_t> content_parts(const TablesView& tables, uint32_t costume);

}  // namespace wardrobe
