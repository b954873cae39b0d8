#include <algorithm>
#include <utility>

#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

/// The windows of a pair of records, by limb.
std::map<uint8_t, Sides> pair_windows(const DiffTables& both, Sides record) {
  std::map<uint8_t, Sides> windows;
  const auto add = [&](const Tables& tables, uint32_t row, uint32_t Sides::*side) {
    for (const uint32_t i : rows_of(tables.records.window_offset, row)) {
      windows[tables.windows.limb[i]].*side = i;
    }
  };
  add(both.old_tables, record.old_row, &Sides::old_row);
  add(both.new_tables, record.new_row, &Sides::new_row);
  return windows;
}

/// Whether one is a proper prefix of the other.
bool differ_in_length_only(Bytes before, Bytes now) {
  const size_t count = std::min(before.size(), now.size());
  return before.size() != now.size() && std::ranges::equal(before.first(count), now.first(count));
}

/// The fields that differ in a record's window for one limb: either "window", or any of "mode" and
/// one of "length" and "commands".
std::vector<std::string_view> changed_fields(const DiffTables& tables, Sides costume,
                                             Sides window) {
  const auto& [old_tables, new_tables] = tables;
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
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    records[record_key(tables.records.number[row], tables.costumes.directions[costume])] = row;
  }
  return records;
}

std::map<RecordKey, Sides> pair_records(const DiffTables& tables, Sides costume) {
  std::map<RecordKey, Sides> records;
  for (const auto& [key, row] : records_of(tables.old_tables, costume.old_row)) {
    records[key].old_row = row;
  }
  for (const auto& [key, row] : records_of(tables.new_tables, costume.new_row)) {
    records[key].new_row = row;
  }
  return records;
}

void compare_records(const Unread& unread, Sides rows, std::vector<Finding>& findings) {
  const DiffTables& tables = unread.tables;
  const auto add = [&](std::string_view field, const RecordChange& change) {
    findings.push_back(
        {.kind = FindingKind::record, .field = field, .costume = rows, .change = change});
  };
  for (const auto& [key, record] : pair_records(tables, rows)) {
    if (!record.both()) {
      add("record", {.key = key, .row = record});
      Finding& added = findings.back();
      added.failure = unread.in_costume(rows, record);
      if (added.failure != Sides{}) added.kind = FindingKind::unreadable;
      continue;
    }
    for (const auto& [limb, window] : pair_windows(tables, record)) {
      for (const std::string_view field : changed_fields(tables, rows, window)) {
        add(field, {.key = key, .limb = limb, .row = window});
      }
    }
  }
}

}  // namespace wardrobe
