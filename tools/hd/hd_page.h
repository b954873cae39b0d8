#pragma once

#include <string>

#include "formats/result.h"
#include "tools/hd/hd_check.h"

namespace wardrobe {

/// Returns the page of `hd check --html`: the costumes of a set, playing with the game's pictures
/// and with the remade ones, and the findings. It has the timelines of which all pictures are in
/// the set.
Result<std::string> hd_page(const HdSet& set, const HdReport& report);

}  // namespace wardrobe
