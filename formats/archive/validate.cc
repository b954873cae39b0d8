#include "formats/archive/validate.h"

#include <functional>
#include <optional>
#include <tuple>

#include "formats/archive/image.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

/// Returns the number of rows of a table; nullopt if its columns differ in length.
template <class Table>
std::optional<uint64_t> rows_of_table(const Table& table) {
  std::optional<uint64_t> rows;
  bool equal = true;
  for_each_described(table, [&](const auto&, const auto& column, const auto* divider) {
    if (divider != nullptr) return;
    const bool is_offsets = kIsOffsets<std::remove_cvref_t<decltype(column)>>;
    const uint64_t count = is_offsets ? column.size() - 1 : column.size();
    equal = equal && rows.value_or(count) == count && !(is_offsets && column.empty());
    rows = count;
  });
  return equal ? rows : std::nullopt;
}

/// Whether a window is one that a COST with `commands` commands may have: it lies inside them. A
/// window of an AKOS may lie anywhere.
bool is_cost_window(uint8_t mode, uint16_t start, uint16_t length, uint32_t commands) {
  if (uint32_t{start} + length > commands) return false;
  if (mode == static_cast<uint8_t>(WindowMode::off)) return length == 0;
  const bool plays = mode == static_cast<uint8_t>(WindowMode::loop) ||
                     mode == static_cast<uint8_t>(WindowMode::once);
  return plays && length >= 1 && length <= kMaxCostWindow;
}

bool is_cost(const CostumesView& costumes, uint32_t row) {
  return costumes.kind[row] == static_cast<uint8_t>(Kind::cost);
}

}  // namespace

Result<Counts> count_rows(const TablesView& tables) {
  Counts rows;
  std::string_view wrong;
  for_each_table(tables, [&]<class Table>(const Table& table) {
    const std::optional<uint64_t> count = rows_of_table(table);
    if (count) rows[std::string(table_name<Table>())] = *count;
    if (!count && wrong.empty()) wrong = table_name<Table>();
  });
  if (wrong.empty()) return rows;
  return contradiction(std::string(wrong) + ": its columns differ in length");
}

Error contradiction(std::string_view what) {
  return {ErrorCode::damaged, kNoOffset, "the tables contradict each other: " + std::string(what)};
}

Status Validation::status() const { return wrong_.empty() ? ok() : contradiction(wrong_); }

void Validation::check_sizes(const std::string& name, std::span<const uint32_t> offsets,
                             RowRange rows) {
  const CountRule* const rule = find_rule(kCountRules, name);
  if (rule == nullptr) return;
  bool fine = true;
  for (const uint32_t row : rows) {
    const uint32_t count = rows_of(offsets, row).size();
    fine &= count >= rule->least && count <= rule->most;
  }
  check(fine, name + ": too few or too many");
}

void Validation::check_rows(const std::string& name, std::span<const uint32_t> values) {
  const RowRule* const rule = find_rule(kRowRules, name);
  if (rule == nullptr) return;
  const uint64_t count = rows_.find(rule->table)->second;
  const bool fine = std::ranges::all_of(
      values, [&](uint32_t row) { return row < count || (rule->none && row == kNone); });
  check(fine, name + ": a value out of range");
}

// The offsets of a rule often belong to a different table from its column. The rule is checked
// together with the rows of that table.
static_assert(std::size(kRisingRules) == 4, "a rule that no function below checks");

template <class T>
void Validation::check_rising(const char* name, std::span<const T> column,
                              std::span<const uint32_t> offsets, RowRange rows) {
  bool fine = true;
  for (const uint32_t row : rows) {
    const auto values = column.subspan(offsets[row], offsets[row + 1] - offsets[row]);
    fine &= std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end();
  }
  check(fine, std::string(name) + ": does not rise within a row");
}

void Validation::check_rooms(RowRange rows) {
  const RoomsView& r = tables_.rooms;
  for (const uint32_t i : rows) {
    const uint64_t pixels = uint64_t{r.width[i]} * r.height[i];
    const uint64_t background = r.background_offset[i + 1] - r.background_offset[i];
    check(background == 0 || (background == pixels && pixels <= kMaxRoomPixels),
          "rooms.background_offset: not width · height pixels, or too many");
    check(background != 0 || r.background_xxh64[i] == 0,
          "rooms.background_xxh64: not 0 in a room without a background");
    const size_t strips = background == 0 ? 0 : r.width[i] / kStripColumns;
    check(rows_of(r.see_through_offset, i).size() == strips,
          "rooms.see_through_offset: not one for each strip of a background");
  }
}

void Validation::check_planes(RowRange rooms) {
  const RoomsView& r = tables_.rooms;
  for (const uint32_t i : rooms) {
    const uint64_t bits = (r.width[i] + kStripColumns - 1) / kStripColumns * uint64_t{r.height[i]};
    for (const uint32_t plane : rows_of(r.plane_offset, i)) {
      const uint32_t size = rows_of(tables_.planes.bits_offset, plane).size();
      check(size == 0 || size == bits, "planes.bits_offset: not a bit for each pixel");
    }
  }
}

void Validation::check_costumes(RowRange rows) {
  const CostumesView& c = tables_.costumes;
  check_rising("costumes.alias", c.alias, c.alias_offset, rows);
  for (const uint32_t i : rows) {
    check(is_cost(c, i) ? c.format[i] != 0 && c.codec[i] == 1 : c.format[i] == 0,
          "costumes: a format or codec that its kind does not have");
  }
}

void Validation::check_entries(RowRange rows) {
  const EntriesView& e = tables_.entries;
  for (const uint32_t i : rows) {
    const bool has_picture = e.state[i] == static_cast<uint8_t>(EntryState::picture);
    check(has_picture == (e.picture[i] != kNone),
          "entries.picture: state 1 without a picture, or another with one");
  }
}

void Validation::check_records(RowRange costumes) {
  const CostumesView& c = tables_.costumes;
  const WindowsView& w = tables_.windows;
  check_rising("records.number", tables_.records.number, c.record_offset, costumes);
  for (const uint32_t costume : costumes) {
    const RowRange records = rows_of(c.record_offset, costume);
    check_rising("windows.limb", w.limb, tables_.records.window_offset, records);
    if (!is_cost(c, costume)) continue;
    const uint32_t commands = rows_of(c.command_offset, costume).size();
    for (const uint32_t i : rows_of(tables_.records.window_offset, records)) {
      check(is_cost_window(w.mode[i], w.start[i], w.length[i], commands),
            "windows: one is invalid in a COST");
    }
  }
}

void Validation::check_pictures(RowRange rows) {
  const PicturesView& p = tables_.pictures;
  for (const uint32_t i : rows) {
    check(p.pixel_offset[i + 1] - p.pixel_offset[i] == uint64_t{p.width[i]} * p.height[i],
          "pictures.pixel_offset: not width · height pixels");
  }
}

void Validation::check_timelines(RowRange rows) {
  const TimelinesView& lines = tables_.timelines;
  check_rising("timelines.read", lines.read, lines.read_offset, rows);
  for (const uint32_t i : rows) {
    const uint32_t ticks = rows_of(lines.tick_offset, i).size();
    const bool loops = (lines.flags[i] & kTruncated) == 0;
    const bool reads = !rows_of(lines.read_offset, i).empty();
    check(reads == ((lines.flags[i] & kDynamic) != 0),
          "timelines.read: empty if dynamic, or not empty otherwise");
    check(loops ? lines.loop_start[i] < ticks : lines.loop_start[i] == kNone,
          "timelines.loop_start: not a tick of the timeline, or a tick although it is truncated");
  }
}

void Validation::check_events(RowRange timelines) {
  const TimelinesView& lines = tables_.timelines;
  for (const uint32_t i : timelines) {
    const uint32_t ticks = rows_of(lines.tick_offset, i).size();
    for (const uint32_t event : rows_of(lines.event_offset, i)) {
      check(tables_.events.tick[event] < ticks, "events.tick: not a tick of the timeline");
    }
  }
}

void Validation::check_order() {
  const CostumesView& c = tables_.costumes;
  for (size_t i = 1; i < c.id.size(); ++i) {
    check(std::tie(c.source[i - 1], c.offset[i - 1]) < std::tie(c.source[i], c.offset[i]),
          "costumes: not in order of file and offset");
  }
  uint32_t used = 0;
  for (const uint32_t picture : tables_.entries.picture) {
    check(picture == kNone || picture <= used, "pictures: not in order of first use");
    if (picture == used) ++used;
  }
  check(used == tables_.pictures.width.size(), "pictures: no entry shows one of them");
}

Status validate(const TablesView& tables, const Counts& rows) {
  const auto all_of = [&](std::string_view table) {
    return RowRange(0, static_cast<uint32_t>(rows.find(table)->second));
  };
  if (rows.find("game")->second != 1) return contradiction("game: not one row");
  if (rows.find("timelines")->second != rows.find("records")->second) {
    return contradiction("timelines: not one for each record");
  }
  Validation validation(tables, rows);
  for_each_table(tables, [&]<class Table>(const Table& table) {
    validation.check_offsets(table, all_of(table_name<Table>()));
  });
  if (Status offsets = validation.status(); !offsets) return offsets;
  for_each_table(tables, [&]<class Table>(const Table& table) {
    validation.check_values(table, all_of(table_name<Table>()));
  });
  validation.check_rooms(all_of("rooms"));
  validation.check_planes(all_of("rooms"));
  validation.check_pictures(all_of("pictures"));
  validation.check_costumes(all_of("costumes"));
  validation.check_entries(all_of("entries"));
  validation.check_records(all_of("costumes"));
  validation.check_timelines(all_of("timelines"));
  validation.check_events(all_of("timelines"));
  validation.check_order();
  return validation.status();
}

Status validate(const TablesView& tables, uint64_t background_count, uint64_t pixel_count) {
  Result<Counts> rows = count_rows(tables);
  if (!rows) return rows.error();
  (*rows)[std::string(kBackgroundColumn)] = background_count;
  (*rows)[std::string(kPixelColumn)] = pixel_count;
  return validate(tables, *rows);
}

}  // namespace wardrobe
