#include <algorithm>
#include <utility>

#include "formats/versions.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

/// The windows of a row of Records, by limb.
std::map<uint8_t, uint32_t> windows_of(const TablesView& tables, uint32_t record) {
  std::map<uint8_t, uint32_t> windows;
  for (const uint32_t i : rows_of(tables.records.window_offset, record)) {
    windows[tables.windows.limb[i]] = i;
  }
  return windows;
}

/// The fields that differ in a record's window for one limb: "window" alone, or "mode" and one of
/// "length" and "commands".
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
  const auto [i, j] = std::ranges::mismatch(before, now);
  if (i != before.end() && j != now.end()) {
    fields.emplace_back("commands");
  } else if (i != before.end() || j != now.end()) {
    fields.emplace_back("length");
  }
  return fields;
}

/// The number that a chore has in another numbering. If it has no name and its number is that of a
/// named chore there, it gets the number that this one leaves: no two chores get the same.
unsigned renumbered(unsigned chore, const PlayerRules& from, const PlayerRules& to) {
  const auto place = [&](const PlayerRules& rules) {
    return static_cast<size_t>(std::ranges::find(rules.chores, chore) - rules.chores.begin());
  };
  if (place(from) < from.chores.size()) return to.chores[place(from)];
  while (place(to) < to.chores.size()) chore = from.chores[place(to)];
  return chore;
}

}  // namespace

const PlayerRules& chore_numbers(const DiffTables& tables) {
  const VersionFacts& before = facts(tables.old_tables.game.version[0]);
  const VersionFacts& now = facts(tables.new_tables.game.version[0]);
  return (before.number() < now.number() ? now : before).player;
}

std::map<RecordKey, uint32_t> records_of(const TablesView& tables, uint32_t costume,
                                         const PlayerRules& numbers) {
  const PlayerRules& own = facts(tables.game.version[0]).player;
  std::map<RecordKey, uint32_t> records;
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    RecordKey key = record_key(tables.records.number[row], tables.costumes.directions[costume]);
    key.chore = renumbered(key.chore, own, numbers);
    records[key] = row;
  }
  return records;
}

std::map<RecordKey, Sides> pair_records(const DiffTables& tables, Sides costume) {
  const PlayerRules& numbers = chore_numbers(tables);
  return pair_rows(records_of(tables.old_tables, costume.old_row, numbers),
                   records_of(tables.new_tables, costume.new_row, numbers));
}

void compare_records(Comparison& all, Sides rows) {
  const DiffTables& tables = all.tables;
  // Damage to the whole costume on one side explains changed windows, too.
  const uint32_t old_failure = all.old_unread.in_costume(rows);
  const uint32_t new_failure = all.new_unread.in_costume(rows);
  const bool damaged = (old_failure == kNone) != (new_failure == kNone);
  for (const auto& [key, record] : pair_records(tables, rows)) {
    const auto add = [&, number = key](std::string_view field, Sides row,
                                       uint8_t limb = kNoLimb) -> Finding& {
      return all.add({.kind = FindingKind::record,
                      .field = field,
                      .costume = rows,
                      .key = number,
                      .place = {.limb = limb},
                      .row = row});
    };
    if (!record.both()) {
      const Unread& unread = all.unread(record);
      unread.mark(add("record", record), "record", unread.in_costume(rows));
      continue;
    }
    for (const auto& [limb, window] : pair_rows(windows_of(tables.old_tables, record.old_row),
                                                windows_of(tables.new_tables, record.new_row))) {
      const std::vector<std::string_view> fields = changed_fields(tables, rows, window);
      if (damaged && !fields.empty()) {
        Finding& finding = add("record", record);
        all.old_unread.mark(finding, "record", old_failure);
        all.new_unread.mark(finding, "record", new_failure);
        break;
      }
      for (const std::string_view field : fields) add(field, window, limb);
    }
  }
}

}  // namespace wardrobe
