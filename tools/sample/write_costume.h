#pragma once

#include <cstdint>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "formats/cost/cost.h"
#include "formats/record_rows.h"
#include "formats/result.h"

namespace wardrobe {

/// The limbs of these rows of `windows`.
inline unsigned limb_mask(const Windows& windows, RowRange rows) {
  unsigned mask = 0;
  for (const uint32_t i : rows) mask |= kMaskOfLimb0 >> windows.limb[i];
  return mask;
}

/// The inverse of read_cost: the payload of a COST block that reads back as `tables`. The RLE of
/// candidate i is rle[rle_offset[i]] up to rle[rle_offset[i + 1]], and empty if the candidate
/// redirects. Candidates are written in their order; their offsets are ignored, as the writer
/// assigns its own. Fails if the costume outgrows 16-bit offsets, or if a limb has a window but no
/// entries.
Result<std::vector<uint8_t>> write_cost(const CostTables& tables, Bytes rle,
                                        const std::vector<uint32_t>& rle_offset, int version);

/// The inverse of read_akos: the payload of an AKOS block that reads back as `tables`; with short
/// headers, placement and moves are not written. The compressed pixels of cel i start at
/// data[data_offset[i]].
std::vector<uint8_t> write_akos(const AkosTables& tables, Bytes data,
                                const std::vector<uint32_t>& data_offset);

}  // namespace wardrobe
