#include <algorithm>
#include <utility>

#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

/// The windows of a record that is in both, by limb.
std::map<uint8_t, Sides> pair_windows(const DiffInputs& inputs, Sides record) {
  std::map<uint8_t, Sides> windows;
  const auto add = [&](const Tables& tables, uint32_t row, uint32_t Sides::*side) {
    const Offsets& offset = tables.records.window_offset;
    for (uint32_t i = offset[row]; i < offset[row + 1]; ++i) {
      windows[tables.windows.limb[i]].*side = i;
    }
  };
  add(inputs.old_input.tables, record.old_row, &Sides::old_row);
  add(inputs.new_input.tables, record.new_row, &Sides::new_row);
  return windows;
}

/// Whether the shorter one is how the longer one starts.
bool differ_in_length_only(Bytes before, Bytes now) {
  const size_t count = std::min(before.size(), now.size());
  return before.size() != now.size() && std::ranges::equal(before.first(count), now.first(count));
}

/// What differs in the part of a record that is for one limb: at most two of "window", "mode",
/// "length" and "commands".
std::vector<std::string_view> changed_fields(const DiffInputs& inputs, Sides costume,
                                             Sides window) {
  const Tables& old_tables = inputs.old_input.tables;
  const Tables& new_tables = inputs.new_input.tables;
  if (!window.both()) return {"window"};
  const auto before = commands_of(old_tables, costume.old_row, window.old_row);
  const auto now = commands_of(new_tables, costume.new_row, window.new_row);
  if (before.empty() != now.empty()) return {"window"};
  std::vector<std::string_view> fields;
  if (old_tables.windows.mode[window.old_row] != new_tables.windows.mode[window.new_row]) {
    fields.emplace_back("mode");
  }
  if (differ_in_length_only(before, now)) {
    fields.emplace_back("length");
  } else if (before != now) {
    fields.emplace_back("commands");
  }
  return fields;
}

}  // namespace

std::map<RecordKey, uint32_t> records_of(const Tables& tables, uint32_t costume) {
  std::map<RecordKey, uint32_t> records;
  for (uint32_t row = tables.costumes.record_offset[costume];
       row < tables.costumes.record_offset[costume + 1]; ++row) {
    records[record_key(tables.records.number[row], tables.costumes.directions[costume])] = row;
  }
  return records;
}

void compare_records(const DiffInputs& inputs, Sides rows, std::vector<Finding>& findings) {
  std::map<RecordKey, Sides> records;
  for (const auto& [what, row] : records_of(inputs.old_input.tables, rows.old_row)) {
    records[what].old_row = row;
  }
  for (const auto& [what, row] : records_of(inputs.new_input.tables, rows.new_row)) {
    records[what].new_row = row;
  }
  for (const auto& [what, record] : records) {
    Finding finding{.kind = FindingKind::record,
                    .field = "record",
                    .costume = rows,
                    .row = record,
                    .record = what};
    if (!record.both()) {
      findings.push_back(finding);
      continue;
    }
    for (const auto& [limb, window] : pair_windows(inputs, record)) {
      for (const std::string_view field : changed_fields(inputs, rows, window)) {
        finding.field = field;
        finding.row = window;
        finding.limb = limb;
        findings.push_back(finding);
      }
    }
  }
}

}  // namespace wardrobe
