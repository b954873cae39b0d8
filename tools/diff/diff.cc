#include "tools/diff/diff.h"

#include <array>
#include <utility>

#include "tools/diff/compare.h"
#include "tools/diff/matching.h"

namespace wardrobe {
namespace {

class Comparison {
 public:
  Comparison(const DiffInput& old_input, const DiffInput& new_input)
      : old_(old_input), new_(new_input) {}

  Result<Diff> compare() {
    compare_palettes(compared_.tables, diff_.findings);
    if (Status rooms = compare_rooms(old_, new_, diff_.findings); !rooms) return rooms.error();
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

  Status compare_costumes(const CostumePair& pair) {
    const Sides rows = pair.rows;
    if (!rows.both()) {
      add(rows.old_row == kNone ? FindingKind::costume_added : FindingKind::costume_removed, rows);
      return ok();
    }
    std::vector<Finding>& findings = diff_.findings;
    const size_t first = findings.size();
    if (ids_of(old_.tables.costumes, rows.old_row) != ids_of(new_.tables.costumes, rows.new_row)) {
      add(FindingKind::costume_moved, rows);
    }
    if (!pair.same_content) {
      compare_looks(compared_.tables, rows, findings);
      if (Status slots = compare_slots(old_, new_, rows, budget_, findings); !slots) return slots;
      compare_records(compared_.tables, rows, findings);
    }
    compare_timelines(compared_, rows, first, findings);
    return ok();
  }

  const DiffInput& old_;
  const DiffInput& new_;
  ComparedTables compared_{{old_.tables, new_.tables}};
  ShownBudget budget_;
  Diff diff_;
};

}  // namespace

std::string_view kind_name(FindingKind kind) {
  constexpr std::array<std::string_view, kFindingKinds> kNames = {"costume-added",
                                                                  "costume-removed",
                                                                  "costume-moved",
                                                                  "format",
                                                                  "mirror",
                                                                  "palette",
                                                                  "room",
                                                                  "background",
                                                                  "plane",
                                                                  "box",
                                                                  "scale-slot",
                                                                  "picture-added",
                                                                  "picture-removed",
                                                                  "picture-size",
                                                                  "picture-pixels",
                                                                  "picture-placement",
                                                                  "limb-table",
                                                                  "record",
                                                                  "timeline"};
  return kNames[static_cast<size_t>(kind)];
}

Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input) {
  return Comparison(old_input, new_input).compare();
}

}  // namespace wardrobe
