#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/hd/hd_set.h"

namespace wardrobe {

/// What build_hd_set() made.
struct HdBuild {
  size_t files = 0;
  uint64_t bytes = 0;
  std::vector<std::string> left_out;  ///< pictures without a file, costumes without a name
};

/// Gives each place of a set its picture, under the name that the template `names` makes: README.md
/// lists its fields. Fails if two places with different pictures would have the same name.
Result<HdBuild> build_hd_set(const HdSet& set, const std::string& names, const GiveFile& give);

}  // namespace wardrobe
