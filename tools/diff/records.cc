#include <algorithm>
#include <utility>

#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

/// The windows of a row of Records, by limb.
std::map<uint8_t, uint32_t> windows_of(const Tables& tables, uint32_t record) {
  std::map<uint8_t, uint32_t> windows;
  for (const uint32_t i : rows_of(tables.records.window_offset, record)) {
    windows[tables.windows.limb[i]] = i;
  }
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
  return pair_rows(records_of(tables.old_tables, costume.old_row),
                   records_of(tables.new_tables, costume.new_row));
}

void compare_records(const Unread& unread, Sides rows, std::vector<Finding>& findings) {
  const DiffTables& tables = unread.tables;
  const auto add = [&](std::string_view field, const RecordKey& key, Sides row,
                       uint8_t limb = kNoLimb) -> Finding& {
    return findings.emplace_back(Finding{.kind = FindingKind::record,
                                         .field = field,
                                         .costume = rows,
                                         .key = key,
                                         .place = {.limb = limb},
                                         .row = row});
  };
  for (const auto& [key, record] : pair_records(tables, rows)) {
    if (!record.both()) {
      mark_unreadable(add("record", key, record), "record", unread.in_costume(rows, record));
      continue;
    }
    for (const auto& [limb, window] : pair_rows(windows_of(tables.old_tables, record.old_row),
                                                windows_of(tables.new_tables, record.new_row))) {
      for (const std::string_view field : changed_fields(tables, rows, window)) {
        add(field, key, window, limb);
      }
    }
  }
}

}  // namespace wardrobe
