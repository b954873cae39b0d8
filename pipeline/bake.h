#pragma once

#include <cstdint>

#include "formats/tables.h"
#include "pipeline/progress.h"

namespace wardrobe {

inline constexpr uint32_t kDefaultMaxTicks = 4096;

/// Fourth stage: plays every record of every costume, in parallel, and fills tables.timelines,
/// frames, cels and events (FORMAT.md "timelines") from the other tables, and then the defaults of
/// costumes. A timeline whose state
/// does not repeat within `max_ticks`, or whose costume exceeds a limit (LIMITS.md), is cut and
/// flagged. Any other ends with the shortest loop of its frames and events.
void bake(Tables& tables, uint32_t max_ticks, Progress& progress);

}  // namespace wardrobe
