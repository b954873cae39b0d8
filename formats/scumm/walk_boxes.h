#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// The corners of a box in stored order.
inline constexpr std::array kBoxCorners = {&Boxes::ulx, &Boxes::uly, &Boxes::urx, &Boxes::ury,
                                           &Boxes::lrx, &Boxes::lry, &Boxes::llx, &Boxes::lly};

/// Appends the walk boxes of a BOXD; `payload` is the block's (SCUMM.md §8 "Containers"). If it is
/// cut short, the complete boxes are kept and a problem is reported.
void read_boxes(Bytes payload, Version version, Boxes& boxes, std::vector<Error>& problems);

/// Appends the scale slots of a SCAL; `payload` is the block's. If there are fewer than four, those
/// are kept and a problem is reported.
void read_scales(Bytes payload, Version version, Scales& scales, std::vector<Error>& problems);

}  // namespace wardrobe
