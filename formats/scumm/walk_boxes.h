#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Appends the walk boxes of a BOXD, given its payload (SCUMM.md §8 "Containers"). If it is cut
/// short, the complete ones are kept and a problem is reported.
void read_boxes(Bytes payload, int version, Boxes& boxes, std::vector<Error>& problems);

/// Appends the scale slots of a SCAL, given its payload. If it has fewer than four, those it has
/// are kept and a problem is reported.
void read_scales(Bytes payload, int version, Scales& scales, std::vector<Error>& problems);

/// Append a BOXD, a SCAL, with rows that fit into the version's fields.
void write_boxes(const Boxes& boxes, int version, std::vector<uint8_t>& out);
void write_scales(const Scales& scales, int version, std::vector<uint8_t>& out);

}  // namespace wardrobe
