#include "tools/diff/diff_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "tools/export/text.h"

namespace wardrobe {
namespace {

/// Of colours and timelines in one line.
constexpr size_t kMostShown = 3;

std::string place_text(const Row& place) {
  if (place.is_null()) return "nowhere";
  if (place[0].is_null()) return fmt::format("cel {}", place[1].get<int>());
  return fmt::format("limb {} index {}", place[0].get<int>(), place[1].get<int>());
}

/// A value as it is, without the quotes of JSON.
std::string value_text(const Row& value) {
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string change_text(const Row& row) {
  return value_text(row["old"]) + " → " + value_text(row["new"]);
}

std::string slot_text(const Row& slot) {
  if (slot.is_null()) return "nothing";
  return fmt::format("{}×{} {:.8}", slot["width"].get<int>(), slot["height"].get<int>(),
                     slot["xxh64"].get<std::string>());
}

std::string timelines_text(const Row& timelines) {
  if (timelines.empty()) return ", in no timeline";
  std::string text;
  for (size_t i = 0; i < std::min(timelines.size(), kMostShown); ++i) {
    text += fmt::format("{}chore {} {}", text.empty() ? ", in " : ", ", value_text(timelines[i][0]),
                        value_text(timelines[i][1]));
  }
  if (timelines.size() > kMostShown) {
    text += fmt::format(" and {} more", timelines.size() - kMostShown);
  }
  return text;
}

std::string palette_text(const Row& row) {
  if (row["field"] == "palette") return row["old"].is_null() ? "added" : "removed";
  std::map<int, std::pair<std::string, std::string>> colors;
  for (const auto& [index, color] : row["old"].items()) {
    colors[std::stoi(index)].first = value_text(color);
  }
  for (const auto& [index, color] : row["new"].items()) {
    colors[std::stoi(index)].second = value_text(color);
  }
  std::string text = count_text(colors.size(), "colour") + ":";
  size_t shown = 0;
  for (const auto& [index, change] : colors) {
    if (shown++ == kMostShown) return text + " …";
    text += fmt::format("{} {} {} → {}", shown > 1 ? "," : "", index, change.first, change.second);
  }
  return text;
}

/// Where it is.
std::string where_text(const Row& row) {
  if (!row["room"].is_null() || !row["palette"].is_null()) {
    return fmt::format("room {} palette {}", value_text(row["room"]), value_text(row["palette"]));
  }
  if (!row["index"].is_null()) return place_text(Row::array({row["limb"], row["index"]}));
  if (row["chore"].is_null()) return "";
  std::string text = fmt::format("chore {} {}", row["chore"].get<int>(), value_text(row["dir"]));
  if (!row["limb"].is_null()) text += fmt::format(" limb {}", row["limb"].get<int>());
  return text;
}

std::string table_text(const Row& row) {
  std::string text = slot_text(row["old"]) + " → " + slot_text(row["new"]);
  if (!row["from"].is_null()) text += ", from " + place_text(row["from"]);
  if (!row["to"].is_null()) text += ", the old one now at " + place_text(row["to"]);
  return text;
}

std::string timeline_text(const Row& row) {
  const auto field = row["field"].get<std::string>();
  const bool has_numbers = field == "length" || field == "loop";
  return (has_numbers ? field + " " + change_text(row) : "other " + field) +
         fmt::format(", from tick {} on", row["tick"].get<uint32_t>());
}

std::string size_change_text(const Row& row) {
  const auto size = [&](const char* side) {
    return fmt::format("{}×{}", row[side][0].get<int>(), row[side][1].get<int>());
  };
  return size("old") + " → " + size("new");
}

std::string pixels_text(const Row& row) {
  const Row& box = row["box"];
  return fmt::format("{} in {}×{} at {},{}", count_text(row["pixels"].get<uint64_t>(), "pixel"),
                     box[2].get<int64_t>(), box[3].get<int64_t>(), box[0].get<int64_t>(),
                     box[1].get<int64_t>());
}

std::string what_text(FindingKind kind, const Row& row) {
  switch (kind) {
    case FindingKind::costume_added:
    case FindingKind::costume_removed:
      return "";
    case FindingKind::palette:
      return palette_text(row);
    case FindingKind::picture_added:
    case FindingKind::picture_removed:
      return slot_text(row[kind == FindingKind::picture_added ? "new" : "old"]);
    case FindingKind::picture_pixels:
      return pixels_text(row);
    case FindingKind::picture_size:
      return size_change_text(row);
    case FindingKind::limb_table:
      return table_text(row);
    case FindingKind::timeline:
      return timeline_text(row);
    default:
      return (row["field"].is_null() ? "" : value_text(row["field"]) + " ") + change_text(row);
  }
}

}  // namespace

std::vector<FindingGroup> group_findings(const Diff& diff) {
  std::vector<FindingGroup> groups;
  for (const Finding& finding : diff.findings) {
    if (groups.empty() || groups.back().costume != finding.costume) {
      groups.push_back({finding.costume, {}});
    }
    groups.back().findings.push_back(&finding);
  }
  const auto palettes = std::ranges::find(groups, Sides{}, &FindingGroup::costume);
  std::stable_sort(palettes == groups.end() ? groups.begin() : palettes + 1, groups.end(),
                   [](const FindingGroup& a, const FindingGroup& b) {
                     return a.findings.size() > b.findings.size();
                   });
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
      const auto moves = static_cast<size_t>(std::ranges::count(
          group.findings, FindingKind::costume_moved, [](const Finding* f) { return f->kind; }));
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
  if (costume == Sides{}) return "palettes of rooms";
  const Row id = pair_id(tables, costume);
  if (id.is_null()) {
    return costume.new_row != kNone ? fmt::format("costume #{}", costume.new_row)
                                    : fmt::format("costume #{} of the old", costume.old_row);
  }
  return fmt::format("costume {}", id.get<int>());
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
  return diff.costumes.empty() ? "no costumes" : text;
}

std::string finding_text(const DiffTables& tables, const Finding& finding) {
  const Row row = finding_row(tables, finding);
  const std::string where = where_text(row);
  const std::string what = what_text(finding.kind, row);
  std::string text = where + (where.empty() || what.empty() ? "" : ": ") + what;
  if (finding.names_timelines()) text += timelines_text(row["timelines"]);
  return printable(text);
}

}  // namespace wardrobe
