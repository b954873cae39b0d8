#include "tools/page/diff_data.h"

#include <map>
#include <string>
#include <vector>

#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

Row sides_row(Sides sides) {
  const auto row = [](uint32_t side) { return side == kNone ? Row() : Row(side); };
  return Row::array({row(sides.old_row), row(sides.new_row)});
}

/// The number of findings of each kind, in the order of FindingKind.
Row kind_counts(const Diff& diff) {
  std::map<FindingKind, size_t> counts;
  for (const Finding& finding : diff.findings) ++counts[finding.kind];
  Row kinds = Row::object();
  for (const auto& [kind, count] : counts) kinds[std::string(kind_name(kind))] = count;
  return kinds;
}

Row finding_data(const GroupNames& names, const Finding& finding) {
  Row row = names.row(finding);
  row["text"] = finding_text(row);
  if (finding.is_about_slot()) row["entries"] = sides_row(finding.row);
  return row;
}

Row group_data(const DiffTables& tables, const GroupNames& names, const FindingGroup& group,
               const std::vector<TimelinePair>& timelines) {
  Row findings = Row::array();
  for (const Finding* finding : group.findings) findings.push_back(finding_data(names, *finding));
  Row lines = Row::array();
  for (const TimelinePair& timeline : timelines) {
    const Row key = record_key_row(tables, group.costume, timeline.key);
    lines.push_back({{"chore", key[0]}, {"dir", key[1]}, {"rows", sides_row(timeline.row)}});
  }
  return {{"id", pair_id(tables, group.costume)},
          {"name", names.of(group.costume)},
          {"summary", kinds_text(group.findings)},
          {"rows", sides_row(group.costume)},
          {"findings", findings},
          {"timelines", lines}};
}

}  // namespace

Row diff_data(const DiffTables& tables, const Diff& diff, const GivenNames& given) {
  const std::vector<FindingGroup> groups = group_findings(diff);
  const auto timelines = changed_timelines(tables, groups);
  const GroupNames names(tables, given);
  Row costumes = Row::array();
  for (size_t i = 0; i < groups.size(); ++i) {
    costumes.push_back(group_data(tables, names, groups[i], timelines[i]));
  }
  return {{"summary", summary_text(diff)},
          {"counts", count_costumes(diff)},
          {"kinds", kind_counts(diff)},
          {"costumes", costumes}};
}

}  // namespace wardrobe
