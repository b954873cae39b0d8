#pragma once

#include <string>
#include <vector>

#include "tools/diff/finding.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// A finding as `diff --json` prints it: tools/diff/FINDINGS.md.
Row finding_row(const DiffTables& tables, const Finding& finding);

/// A row from finding_row as one printable line, without its costume and kind.
std::string finding_text(const Row& finding);

/// The id of a costume: the new one, or the old one if the costume is gone; null if it has none.
Row pair_id(const DiffTables& tables, Sides costume);

/// [chore, direction].
Row record_key_row(const DiffTables& tables, Sides costume, const RecordKey& key);

/// The findings about one costume, or about all rooms.
struct FindingGroup {
  Sides costume;  ///< neither: rooms
  std::vector<const Finding*> findings;
};

/// The findings about rooms, and then the findings by costume; costumes with the most findings come
/// first.
std::vector<FindingGroup> group_findings(const Diff& diff);

/// A timeline of a pair of costumes.
struct TimelinePair {
  RecordKey key;
  Sides row;  ///< rows of Timelines
};

/// For each group, the timelines that its findings name and all other timelines that differ, such
/// as those affected by a change of init, sorted by key. A costume that only one archive has gets
/// none.
std::vector<std::vector<TimelinePair>> changed_timelines(const DiffTables& tables,
                                                         const std::vector<FindingGroup>& groups);

/// Number of costumes by result: same, changed, moved, added, removed, and unreadable in the
/// archive that lacks them. A costume whose ids changed counts as moved; if there are other
/// findings about it, it counts as changed as well.
Row count_costumes(const Diff& diff);

/// "3 picture-pixels, 1 record", in the order of FindingKind.
std::string kinds_text(const std::vector<const Finding*>& findings);

/// "costume 1"; without an id "costume #2", its row; "rooms".
std::string group_name(const DiffTables& tables, Sides costume);

/// "5 costumes: 3 same, 1 changed, 1 moved".
std::string summary_text(const Diff& diff);

}  // namespace wardrobe
