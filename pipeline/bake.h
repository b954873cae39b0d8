#pragma once

#include <cstdint>

#include "formats/tables.h"

namespace wardrobe {

inline constexpr uint32_t kDefaultMaxTicks = 4096;

/// Fourth stage: plays every record of every costume, in parallel, and fills tables.timelines,
/// frames, cels and events (FORMAT.md "timelines"). All other tables must be there.
/// A timeline that does not come back within `max_ticks`, or whose costume has too many cels, is
/// cut and flagged.
void bake(Tables& tables, uint32_t max_ticks);

}  // namespace wardrobe
