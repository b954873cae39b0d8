#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// What a row of Windows of a costume plays, wherever it stands in the costume's commands. COST:
/// the bytes of the window. AKOS: the codes that it can come to, with their operands: in their
/// order up to where that ends, then those behind each jump. A jump's operand is the number of its
/// target, targets counted as they are met, and the codes that the targets are, counted from the
/// first, follow at the end. Of a long program the first 4096 codes.
std::vector<uint8_t> commands_of(const Tables& tables, uint32_t costume, uint32_t window);

/// The slots of the limb's table that these commands name, in any order, maybe again and again.
std::vector<uint16_t> slots_named_by(const Tables& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
