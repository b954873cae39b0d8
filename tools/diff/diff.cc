#include "tools/diff/diff.h"

#include <array>

#include "tools/diff/compare.h"
#include "tools/diff/matching.h"

namespace wardrobe {
namespace {

Finding of_costume(FindingKind kind, Sides rows) { return {.kind = kind, .costume = rows}; }

Status compare_pair(const DiffInputs& inputs, const CostumePair& pair,
                    std::vector<Finding>& findings) {
  const Sides rows = pair.rows;
  if (!rows.both()) {
    findings.push_back(of_costume(
        rows.old_row == kNone ? FindingKind::costume_added : FindingKind::costume_removed, rows));
    return ok();
  }
  const size_t first = findings.size();
  if (ids_of(inputs.old_input.tables.costumes, rows.old_row) !=
      ids_of(inputs.new_input.tables.costumes, rows.new_row)) {
    findings.push_back(of_costume(FindingKind::costume_moved, rows));
  }
  if (!pair.same_content) {
    compare_looks(inputs, rows, findings);
    if (Status slots = compare_slots(inputs, rows, findings); !slots) return slots;
    compare_records(inputs, rows, findings);
  }
  compare_timelines(inputs, rows, first, findings);
  return ok();
}

}  // namespace

std::string_view kind_name(FindingKind kind) {
  constexpr std::array<std::string_view, kFindingKinds> kNames = {
      "costume-added",     "costume-removed", "costume-moved",   "format",       "mirror",
      "palette",           "picture-added",   "picture-removed", "picture-size", "picture-pixels",
      "picture-placement", "limb-table",      "record",          "timeline"};
  return kNames[static_cast<size_t>(kind)];
}

Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input) {
  const DiffInputs inputs{old_input, new_input, frame_hashes(old_input.tables),
                          frame_hashes(new_input.tables)};
  Diff diff;
  compare_palettes(inputs, diff.findings);
  for (const CostumePair& pair : match_costumes(old_input.tables, new_input.tables)) {
    diff.costumes.push_back(pair.rows);
    if (Status compared = compare_pair(inputs, pair, diff.findings); !compared) {
      return compared.error();
    }
  }
  return diff;
}

}  // namespace wardrobe
