#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads `payload`, that of a COST block of a game of version `version`. An error means that there
/// is no costume at all. Damaged parts are omitted and listed in its problems. Only limbs to which
/// a record gives a window have entries. Safe on any input; time and memory are bounded by the
/// payload's size.
Result<StoredCostume> read_cost(Bytes payload, Version version);

/// Whether arbitrary bytes look like a costume: they have a record, and everything that the header
/// leads to lies within them.
bool is_consistent_cost(Bytes payload, Version version);

}  // namespace wardrobe
