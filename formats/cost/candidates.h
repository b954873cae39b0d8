#pragma once

#include <cstdint>
#include <span>

#include "formats/bytes.h"
#include "formats/cost/cost.h"
#include "formats/cost/layout.h"

namespace wardrobe {

/// Reads the headers of all pictures that the entries of limb tables list (SCUMM.md §2 "Pictures"):
/// fills `out.candidates` and `out.entry_candidate`. `table_at` has the offset of each limb's
/// table, as stored.
void read_candidates(Bytes payload, const CostLayout& layout, std::span<const uint16_t> table_at,
                     CostTables& out);

}  // namespace wardrobe
