#include "kernels/strip_groups.h"

#include <memory>

namespace wardrobe {
namespace {

constexpr unsigned kMostPixels = 8;
constexpr unsigned kFewestBits = 1;
constexpr unsigned kRun = 4;

/// Reads the commands at the start of `bits`. `step` is that of basic, before the group.
void read_group(StripCode code, unsigned bits, int step, StripGroup& group, uint64_t& changes) {
  const bool basic = code.coding == StripCoding::basic;
  const unsigned size_of_change = basic ? 3 : 5;
  group.keep = 255;
  const auto put = [&](unsigned by, unsigned size) {
    group.change = static_cast<uint8_t>(group.change + by);
    changes |= uint64_t{group.change} << (8 * group.pixels++);
    group.size = static_cast<uint8_t>(group.size + size);
  };
  while (group.pixels < kMostPixels && group.size < kGroupBits) {
    const unsigned next = bits >> group.size;
    const unsigned left = kGroupBits - group.size;
    const unsigned by = next >> 2 & 7;
    const unsigned needed = (next & 2) == 0 ? 2 : size_of_change;
    if ((next & 1) != 0 && left < needed) break;
    if ((next & 1) == 0) {
      put(0, 1);
    } else if ((next & 2) == 0) {
      group.color_at = static_cast<uint8_t>(group.size + 2);
      put(0, 2u + code.bits);
      group.keep = 0;
      group.color_mask = static_cast<uint8_t>((1u << code.bits) - 1);
      step = -1;
      break;
    } else if (basic) {
      if ((by & 1) != 0) step = -step;
      put(static_cast<unsigned>(step), size_of_change);
    } else if (code.coding == StripCoding::he) {
      put(by < 4 ? by - 4 : by - 3, size_of_change);
    } else if (by != kRun) {
      put(by - 4, size_of_change);
    } else {
      group.run = 1;
      group.size = static_cast<uint8_t>(group.size + size_of_change);
      break;
    }
  }
  group.turned = step == 1 ? 1 : 0;
}

/// Tables by coding and number of bits.
using Tables = std::array<std::array<StripGroups, 9 - kFewestBits>, 3>;

std::unique_ptr<const Tables> make_tables() {
  auto tables = std::make_unique<Tables>();
  for (size_t coding = 0; coding < tables->size(); ++coding) {
    for (size_t i = 0; i < tables->front().size(); ++i) {
      StripCode code;
      code.coding = static_cast<StripCoding>(static_cast<size_t>(StripCoding::basic) + coding);
      code.bits = static_cast<uint8_t>(kFewestBits + i);
      StripGroups& groups = (*tables)[coding][i];
      const size_t steps = code.coding == StripCoding::basic ? 2 : 1;
      for (size_t index = 0; index < steps * kGroupIndexes; ++index) {
        read_group(code, static_cast<unsigned>(index % kGroupIndexes),
                   index < kGroupIndexes ? -1 : 1, groups.groups[index], groups.changes[index]);
      }
    }
  }
  return tables;
}

}  // namespace

const StripGroups& strip_groups(StripCode code) {
  static const std::unique_ptr<const Tables> kTables = make_tables();
  const auto coding = static_cast<size_t>(code.coding) - static_cast<size_t>(StripCoding::basic);
  return (*kTables)[coding][code.bits - kFewestBits];
}

}  // namespace wardrobe
