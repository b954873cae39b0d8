#pragma once

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// The sketch as a game of version 1 to 3 can hold it (SCUMM.md §2, §3): without the chores whose
/// commands begin too far behind; of 16 or 4 colours of the EGA palette, the nearest to those of
/// `room_rgb`; in version 1 with the first 8 limbs, and in steps of 8 columns.
CostumeSketch old_sketch(const CostumeSketch& sketch, int version, Bytes room_rgb);

/// The commands of windows in an order in which most begin early: the longest ones come last.
Commands short_stream(const CostumeSketch& sketch);

}  // namespace wardrobe::sample
