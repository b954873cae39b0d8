#include "tools/diff/diff.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

void add_one_sided(Comparison& all, Sides rows) {
  const bool added = rows.old_row == kNone;
  Finding& finding = all.add(
      {.kind = added ? FindingKind::costume_added : FindingKind::costume_removed, .costume = rows});
  const Unread& unread = all.unread(rows);
  unread.mark(finding, "costume", unread.costume(rows.latest()));
}

Status compare_costumes(Comparison& all, const CostumePair& pair) {
  const auto& [old_tables, new_tables] = all.tables;
  const Sides rows = pair.rows;
  const size_t first = all.findings.size();
  if (ids_of(old_tables.costumes, rows.old_row) != ids_of(new_tables.costumes, rows.new_row)) {
    all.add({.kind = FindingKind::costume_moved, .costume = rows});
  }
  if (!pair.same_content) {
    compare_looks(all, rows);
    TRY(compare_slots(all, rows));
    compare_records(all, rows);
  }
  compare_timelines(all, rows, first);
  return ok();
}

}  // namespace

Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input) {
  Comparison all(old_input, new_input);
  Diff diff;
  compare_palettes(all);
  TRY(compare_rooms(all));
  for (const CostumePair& pair : match_costumes(old_input.tables, new_input.tables)) {
    diff.costumes.push_back(pair.rows);
    if (!pair.rows.both()) {
      add_one_sided(all, pair.rows);
    } else if (Status done = compare_costumes(all, pair); !done) {
      return done.error();
    }
  }
  diff.findings = std::move(all.findings);
  return diff;
}

bool are_other_games(const TablesView& old_tables, const TablesView& new_tables) {
  const auto pictures_of = [](const TablesView& side) {
    return std::set<uint64_t>(side.pictures.xxh64.begin(), side.pictures.xxh64.end());
  };
  const std::set<uint64_t> old_ones = pictures_of(old_tables);
  const std::set<uint64_t> new_ones = pictures_of(new_tables);
  const auto shared =
      std::ranges::count_if(new_ones, [&](uint64_t picture) { return old_ones.contains(picture); });
  constexpr size_t kMany = 100;
  const size_t fewer = std::min(old_ones.size(), new_ones.size());
  return fewer >= kMany && fewer > 100 * static_cast<size_t>(shared);
}

}  // namespace wardrobe
