#include "tools/diff/finding_groups.h"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/core.h>

#include "tools/export/text.h"

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
    if (!group.costume.both() && group.findings[0]->kind == FindingKind::unreadable) {
      ++counts.unreadable;
    } else if (group.costume.old_row == kNone) {
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

std::string kinds_text(const std::vector<const Finding*>& findings) {
  std::array<size_t, kFindingKinds> counts{};
  for (const Finding* finding : findings) ++counts[static_cast<size_t>(finding->kind)];
  std::string text;
  for (size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[kind],
                        kind_name(static_cast<FindingKind>(kind)));
  }
  return text;
}

std::string group_name(const DiffTables& tables, Sides costume) {
  if (costume == Sides{}) return "rooms";
  const DiffSide side = latest_side(tables, costume);
  const uint32_t row = side.row(costume);
  if (const uint16_t id = side.tables.costumes.id[row]; id != 0)
    return fmt::format("costume {}", id);
  return fmt::format("costume #{}{}", row, costume.new_row == kNone ? " of the old" : "");
}

std::string summary_text(const Diff& diff) {
  const DiffCounts counts = count_costumes(diff);
  std::string text = count_text(diff.costumes.size(), "costume") + ":";
  const auto add = [&](size_t count, const char* what) {
    if (count > 0) text += fmt::format("{} {} {}", text.back() == ':' ? "" : ",", count, what);
  };
  add(counts.same, "same");
  add(counts.changed, "changed");
  add(counts.moved, "moved");
  add(counts.added, "added");
  add(counts.removed, "removed");
  add(counts.unreadable, "unreadable");
  return diff.costumes.empty() ? "no costumes" : text;
}

}  // namespace wardrobe
