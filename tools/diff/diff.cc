#include "tools/diff/diff.h"

#include <utility>

#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

class Comparison {
 public:
  Comparison(const DiffInput& old_input, const DiffInput& new_input)
      : old_(old_input), new_(new_input) {}

  Result<Diff> compare() {
    compare_palettes(unread_, diff_.findings);
    Status rooms = compare_rooms(old_, new_, unread_, diff_.findings);
    if (!rooms) return rooms.error();
    for (const CostumePair& pair : match_costumes(old_.tables, new_.tables)) {
      diff_.costumes.push_back(pair.rows);
      if (Status done = compare_costumes(pair); !done) return done.error();
    }
    return std::move(diff_);
  }

 private:
  void add(FindingKind kind, Sides rows) {
    diff_.findings.push_back({.kind = kind, .costume = rows});
  }

  void add_one_sided(Sides rows) {
    add(rows.old_row == kNone ? FindingKind::costume_added : FindingKind::costume_removed, rows);
    mark_unreadable(diff_.findings.back(), "costume", unread_.costume(rows));
  }

  Status compare_costumes(const CostumePair& pair) {
    const Sides rows = pair.rows;
    if (!rows.both()) {
      add_one_sided(rows);
      return ok();
    }
    std::vector<Finding>& findings = diff_.findings;
    const size_t first = findings.size();
    if (ids_of(old_.tables.costumes, rows.old_row) != ids_of(new_.tables.costumes, rows.new_row)) {
      add(FindingKind::costume_moved, rows);
    }
    if (!pair.same_content) {
      compare_looks(compared_.tables, rows, findings);
      Status slots = compare_slots(old_, new_, unread_, rows, budget_, findings);
      if (!slots) return slots;
      compare_records(unread_, rows, findings);
    }
    compare_timelines(compared_, rows, first, findings);
    return ok();
  }

  const DiffInput& old_;
  const DiffInput& new_;
  ComparedTables compared_{{old_.tables, new_.tables}};
  Unread unread_{compared_.tables};
  ShownBudget budget_;
  Diff diff_;
};

}  // namespace

Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input) {
  return Comparison(old_input, new_input).compare();
}

}  // namespace wardrobe
