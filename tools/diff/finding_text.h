#pragma once

#include <string>

#include "tools/diff/finding.h"

namespace wardrobe {

/// A finding as one printable line, without its costume and kind.
std::string finding_text(const DiffTables& tables, const Finding& finding);

}  // namespace wardrobe
