#pragma once

#include <cstdint>

#include "formats/tables.h"
#include "pipeline/parallel.h"

namespace wardrobe {

/// Cuts the timeline after the last row of `timelines`, whose loop starts at tick `start`, to the
/// shortest one that has the same frames and events forever. Returns where its loop starts. Leaves
/// a timeline without a loop (kNone) as it is.
uint32_t cut_to_shortest_loop(Timelines& timelines, Events& events, uint32_t start);

inline constexpr uint32_t kDefaultMaxTicks = 4096;

/// Fourth stage: plays every record of every costume, in parallel, and fills tables.timelines,
/// frames, cels and events (FORMAT.md "timelines") from the other tables, and then the defaults of
/// costumes. A timeline whose state does not repeat within `max_ticks`, or whose costume exceeds a
/// limit (LIMITS.md), is cut and flagged. Any other ends with the shortest loop of its frames and
/// events.
void bake(Tables& tables, uint32_t max_ticks, Progress& progress);

}  // namespace wardrobe
