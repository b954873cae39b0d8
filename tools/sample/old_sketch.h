#pragma once

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// The sketch reduced to the format of version 1 to 3 (SCUMM.md §2, §3): without chores whose
/// commands would begin too late; in the 16 or 4 EGA colours nearest to those of `room_rgb`; in
/// version 1 with the first 8 limbs, in steps of 8 columns.
CostumeSketch old_sketch(const CostumeSketch& sketch, int version, Bytes room_rgb);

/// The commands of windows in an order in which most begin early: the longest ones come last.
Commands short_stream(const CostumeSketch& sketch);

}  // namespace wardrobe::sample
