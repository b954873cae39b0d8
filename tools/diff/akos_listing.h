#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// The program of a row of Windows, independent of its position in the costume.
struct Listing {
  /// COST: the bytes of the window. AKOS: all reachable codes with their operands: first those in a
  /// straight line, then those from each jump target on. The operand of a jump is replaced by the
  /// number of its target; targets are numbered as they are met. After all codes comes, for each
  /// target, the number of its code in this listing. A long program is cut off after 4096 codes.
  std::vector<uint8_t> commands{};
  /// The slots of the limb's table that the commands name, unsorted, possibly with duplicates.
  std::vector<uint16_t> slots{};
};
Listing listing_of(const Tables& tables, uint32_t costume, uint32_t window);
/// Listing::commands alone.
std::vector<uint8_t> commands_of(const Tables& tables, uint32_t costume, uint32_t window);

/// Mode and commands: "loop 00 01 02", "off".
std::string window_text(const Tables& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
