#pragma once

#include <string>
#include <vector>

#include "tools/diff/finding.h"
#include "tools/diff/finding_groups.h"

namespace wardrobe {

/// "3 picture-pixels, 1 record", in the order of FindingKind.
std::string kinds_text(const std::vector<const Finding*>& findings);

/// "costume 1"; without an id "costume #2", its row; "rooms".
std::string group_name(const DiffTables& tables, Sides costume);

/// "5 costumes: 3 same, 1 changed, 1 moved".
std::string summary_text(const Diff& diff);

/// A finding as one printable line, without its costume and kind.
std::string finding_text(const DiffTables& tables, const Finding& finding);

}  // namespace wardrobe
