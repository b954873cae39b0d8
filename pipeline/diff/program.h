#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// What a row of Windows plays, wherever it stands in the costume's commands.
struct WindowProgram {
  /// COST: the bytes of the window. AKOS: the codes that it can come to, with their operands: in
  /// their order up to where that ends, then those behind each jump. A jump's operand is the number
  /// of its target, targets counted as they are met, and the codes that the targets are, counted
  /// from the first, follow at the end. Of a long program the first 4096 codes.
  std::vector<uint8_t> commands;
  /// Slots of the limb's table that it names, in any order, maybe again and again.
  std::vector<uint16_t> slots;
};

/// `costume` owns the window.
WindowProgram program_of(const Tables& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
