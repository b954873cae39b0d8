#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// The program of a row of Windows, independent of its position in the costume.
struct Listing {
  /// COST: the bytes of the window.
  /// AKOS: all codes that the window can reach, with their operands. The codes that play in a
  /// straight line come first, then the codes from each jump target on. Targets are numbered in the
  /// order in which jumps name them, and each jump has the number of its target as its operand.
  /// If a code jumps by the jump table, the numbers of the table's targets follow, then one number
  /// for each target: the position of its code in this list. The list stops after 4096 codes and
  /// 4096 jumps of the table.
  std::vector<uint8_t> commands{};
  /// The slots of the limb's table that the commands name, unsorted, possibly with duplicates.
  std::vector<uint16_t> slots{};
};
Listing listing_of(const TablesView& tables, uint32_t costume, uint32_t window);
/// Listing::commands alone.
std::vector<uint8_t> commands_of(const TablesView& tables, uint32_t costume, uint32_t window);

/// Mode and commands: "loop 00 01 02", "off".
std::string window_text(const TablesView& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
