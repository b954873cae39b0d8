#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/core.h>

#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {

std::vector<FindingGroup> group_findings(const Diff& diff) {
  std::vector<FindingGroup> groups;
  for (const Finding& finding : diff.findings) {
    if (groups.empty() || groups.back().costume != finding.costume) {
      groups.push_back({finding.costume, {}});
    }
    groups.back().findings.push_back(&finding);
  }
  const bool rooms = !groups.empty() && groups[0].costume == Sides{};
  std::ranges::stable_sort(groups.begin() + (rooms ? 1 : 0), groups.end(), std::greater(),
                           [](const FindingGroup& group) { return group.findings.size(); });
  return groups;
}

Row count_costumes(const Diff& diff) {
  size_t same = diff.costumes.size();
  size_t changed = 0;
  size_t moved = 0;
  size_t added = 0;
  size_t removed = 0;
  size_t unreadable = 0;
  for (const FindingGroup& group : group_findings(diff)) {
    if (group.costume == Sides{}) continue;
    --same;
    if (!group.costume.both()) {
      const bool failed = group.findings[0]->kind == FindingKind::unreadable;
      ++(failed ? unreadable : group.costume.old_row == kNone ? added : removed);
      continue;
    }
    const auto moves = static_cast<size_t>(
        std::ranges::count(group.findings, FindingKind::costume_moved, &Finding::kind));
    moved += moves;
    changed += group.findings.size() > moves ? 1 : 0;
  }
  return {{"same", same},   {"changed", changed}, {"moved", moved},
          {"added", added}, {"removed", removed}, {"unreadable", unreadable}};
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

std::string GroupNames::of(Sides costume) const {
  if (costume == Sides{}) return "rooms";
  if (costume.new_row != kNone) return new_.label(costume.new_row);
  const bool has_id = tables_.old_tables.costumes.id[costume.old_row] != 0;
  return old_.label(costume.old_row) + (has_id ? "" : " of the old");
}

Row GroupNames::row(const Finding& finding) const {
  Row row = finding_row(tables_, finding);
  const Sides costume = finding.costume;
  const bool is_new = costume.new_row != kNone;
  row["wearer"] =
      costume == Sides{} ? Row() : or_null((is_new ? new_ : old_).text(costume.latest()), "");
  return row;
}

std::string summary_text(const Diff& diff) {
  if (diff.costumes.empty()) return "no costumes";
  std::string text = count_text(diff.costumes.size(), "costume");
  const char* before = ":";
  const Row counts = count_costumes(diff);
  for (const auto& [what, count] : counts.items()) {
    if (count != 0) {
      text += fmt::format("{} {} {}", std::exchange(before, ","), json_text(count), what);
    }
  }
  return text;
}

}  // namespace wardrobe
