#include "tools/diff/finding_groups.h"

#include <algorithm>
#include <functional>

namespace wardrobe {

std::vector<FindingGroup> group_findings(const Diff& diff) {
  std::vector<FindingGroup> groups;
  for (const Finding& finding : diff.findings) {
    if (groups.empty() || groups.back().costume != finding.costume) {
      groups.push_back({finding.costume, {}});
    }
    groups.back().findings.push_back(&finding);
  }
  const auto palettes = std::ranges::find(groups, Sides{}, &FindingGroup::costume);
  const auto first_costume = palettes == groups.end() ? groups.begin() : palettes + 1;
  std::ranges::stable_sort(first_costume, groups.end(), std::greater(),
                           [](const FindingGroup& group) { return group.findings.size(); });
  return groups;
}

DiffCounts count_costumes(const Diff& diff) {
  DiffCounts counts;
  counts.same = diff.costumes.size();
  for (const FindingGroup& group : group_findings(diff)) {
    if (group.costume == Sides{}) continue;
    --counts.same;
    if (group.costume.old_row == kNone) {
      ++counts.added;
    } else if (group.costume.new_row == kNone) {
      ++counts.removed;
    } else {
      const auto moves = static_cast<size_t>(
          std::ranges::count(group.findings, FindingKind::costume_moved, &Finding::kind));
      counts.moved += moves;
      counts.changed += group.findings.size() > moves ? 1 : 0;
    }
  }
  return counts;
}

}  // namespace wardrobe
