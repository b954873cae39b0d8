#pragma once

#include <vector>

#include "tools/diff/finding.h"
#include "tools/diff/finding_groups.h"

namespace wardrobe {

/// A timeline of a pair of costumes.
struct TimelinePair {
  RecordKey key;
  Sides row;  ///< rows of Timelines
};

/// For each group, the timelines that its findings name and all others that differ, such as those
/// affected by a change of init, sorted by key; none for a costume that only one archive has.
std::vector<std::vector<TimelinePair>> changed_timelines(const DiffTables& tables,
                                                         const std::vector<FindingGroup>& groups);

}  // namespace wardrobe
