#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/result.h"

namespace wardrobe {

/// The limbs of these rows of `windows`, as a mask.
inline unsigned limb_mask(const Windows& windows, RowRange rows) {
  unsigned mask = 0;
  for (const uint32_t i : rows) mask |= kMaskOfLimb0 >> windows.limb[i];
  return mask;
}

/// The inverse of read_cost: returns the payload of a COST block that reads back as `tables`. The
/// RLE of picture i is rle[rle_offset[i]] … rle[rle_offset[i + 1] - 1]; it is empty if the
/// picture redirects. Pictures are written in their order. Their offsets are ignored, because
/// the writer assigns its own. Fails if the costume does not fit 16-bit offsets, or if a limb has a
/// window but no entries.
Result<std::vector<uint8_t>> write_cost(const StoredCostume& tables, Bytes rle,
                                        const std::vector<uint32_t>& rle_offset, Version version);

/// The inverse of read_akos: returns the payload of an AKOS block that reads back as `tables`. With
/// short headers, placements and moves are not written. The compressed pixels of cel i start at
/// data[data_offset[i]].
std::vector<uint8_t> write_akos(const StoredCostume& tables, Bytes data,
                                const std::vector<uint32_t>& data_offset);

}  // namespace wardrobe
