#pragma once

#include <string>
#include <vector>

#include "tools/diff/finding.h"
#include "tools/list/rows.h"
#include "tools/list/wearers.h"

namespace wardrobe {

/// A finding as `diff --json` prints it (tools/diff/README.md), without who wears the costume.
Row finding_row(const DiffTables& tables, const Finding& finding);

/// Returns one printable line for a row of finding_row(), without the costume and the kind.
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

/// Returns, for each group, its changed timelines, sorted by key: the timelines that its findings
/// name, and all others that differ, such as those that a change of init affects. A costume that
/// only one archive has gets none.
std::vector<std::vector<TimelinePair>> changed_timelines(const DiffTables& tables,
                                                         const std::vector<FindingGroup>& groups);

/// Counts the costumes by result: same, changed, moved, added, removed, and unreadable in the
/// archive that lacks them. A costume whose ids changed counts as moved. If there are other
/// findings about it, it also counts as changed.
Row count_costumes(const Diff& diff);

/// "3 picture-pixels, 1 record", in the order of FindingKind.
std::string kinds_text(const std::vector<const Finding*>& findings);

/// Names groups: "costume 1 (Pip in quay)"; without an id "costume @2", by its row; for rooms
/// "rooms".
class GroupNames {
 public:
  /// `names` are what a person named the costumes of both.
  explicit GroupNames(const DiffTables& tables, const GivenNames& names = {})
      : tables_(tables), old_(tables.old_tables, names), new_(tables.new_tables, names) {}

  std::string of(Sides costume) const;
  /// A finding as `diff --json` prints it.
  Row row(const Finding& finding) const;

 private:
  const DiffTables& tables_;
  CostumeWearers old_;
  CostumeWearers new_;
};

/// "5 costumes: 3 same, 1 changed, 1 moved".
std::string summary_text(const Diff& diff);

}  // namespace wardrobe
