#pragma once

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// Returns the sketch reduced to the format of version 1 to 3 (SCUMM.md §2, §3). Leaves out chores
/// whose commands would begin too late. The colours are the 16 or 4 EGA colours nearest to those in
/// `room_rgb`. In version 1, it has the first 8 limbs only, in steps of 8 columns.
CostumeSketch old_sketch(const CostumeSketch& sketch, Version version, Bytes room_rgb);

/// Returns the commands of all windows in an order in which most windows begin early: the longest
/// come last.
Commands short_stream(const CostumeSketch& sketch);

}  // namespace wardrobe::sample
