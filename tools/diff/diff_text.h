#pragma once

#include <string>
#include <vector>

#include "tools/diff/finding.h"
#include "tools/diff/finding_rows.h"

namespace wardrobe {

/// How many costumes there are of each sort. A costume that has other ids is moved, and changed
/// too where it has other findings.
struct DiffCounts {
  size_t same = 0;
  size_t changed = 0;
  size_t moved = 0;
  size_t added = 0;
  size_t removed = 0;
};

/// The findings of one costume, or of the palettes of all rooms.
struct FindingGroup {
  Sides costume;  ///< none of both: palettes
  std::vector<const Finding*> findings;
};

/// The findings by costume, most changed first; palettes of rooms first of all.
std::vector<FindingGroup> group_findings(const Diff& diff);

DiffCounts count_costumes(const Diff& diff);

/// "3 picture-pixels, 1 record", in the order of FindingKind.
std::string kinds_text(const std::vector<const Finding*>& findings);

/// "costume 1"; without an id "costume #2", its row; "palettes of rooms".
std::string group_name(const DiffTables& tables, Sides costume);

/// "5 costumes: 3 same, 1 changed, 1 moved".
std::string summary_text(const Diff& diff);

/// A finding as one line for people, without its costume and kind.
std::string finding_text(const DiffTables& tables, const Finding& finding);

}  // namespace wardrobe
