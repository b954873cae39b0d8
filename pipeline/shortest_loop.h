#pragma once

#include <cstdint>

#include "formats/tables.h"

namespace wardrobe {

/// Cuts the timeline after the last row of `timelines`, whose loop starts at tick `start`, to the
/// shortest one that has the same frames and events forever. Returns where its loop starts. Leaves
/// a timeline without a loop (kNone) as it is.
uint32_t cut_to_shortest_loop(Timelines& timelines, Events& events, uint32_t start);

}  // namespace wardrobe
