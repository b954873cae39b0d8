#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>

#include "formats/archive/archive.h"
#include "formats/archive/rules.h"
#include "formats/archive/shape.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

/// Remembers the first check that failed.
class Validation {
 public:
  void check(bool fine, std::string_view what) {
    if (!fine && wrong_.empty()) wrong_ = what;
  }

  Status status() const { return wrong_.empty() ? ok() : contradiction(wrong_); }

 private:
  std::string wrong_;
};

/// The rule of a column in a table of rules.h; null if there is none.
template <class Rule, size_t kRules>
const Rule* find_rule(const Rule (&rules)[kRules], std::string_view column) {
  const auto found = std::ranges::find(rules, column, &Rule::column);
  return found == std::end(rules) ? nullptr : found;
}

template <class T>
bool follows(const Column<T>& column, const ValueRule& rule) {
  bool fine = true;
  for (const T value : column) {
    bool found = false;
    for (const auto& [first, last] : rule.ranges) found |= first <= value && value <= last;
    fine &= found;
  }
  return fine;
}

bool follows(const Column<uint32_t>& column, const RowRule& rule, const Counts& rows) {
  const uint64_t count = rows.find(rule.table)->second;
  return std::ranges::all_of(
      column, [&](uint32_t row) { return row < count || (rule.none && row == kNone); });
}

bool follows(const Offsets& offsets, const CountRule& rule) {
  for (size_t row = 0; row < offsets.rows(); ++row) {
    const uint32_t count = rows_of(offsets, row).size();
    if (count < rule.least || count > rule.most) return false;
  }
  return true;
}

template <class T>
bool follows(const Column<T>& column, const Offsets& offsets) {
  for (size_t row = 0; row < offsets.rows(); ++row) {
    const std::span<const T> values = elements_at(offsets, column, row);
    if (std::ranges::adjacent_find(values, std::ranges::greater_equal()) != values.end()) {
      return false;
    }
  }
  return true;
}

/// rules.h.
void check_rules(Validation& v, const Tables& t, const Counts& rows) {
  std::map<std::string, const Offsets*, std::less<>> offsets;
  for_each_column(t, [&](const std::string& name, const auto& column, uint16_t) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    if constexpr (std::is_same_v<AnyColumn, Offsets>) {
      offsets[name] = &column;
      const CountRule* const counts = find_rule(kCountRules, name);
      v.check(counts == nullptr || follows(column, *counts), name + ": too few or too many");
    } else if constexpr (std::is_unsigned_v<typename AnyColumn::value_type>) {
      const ValueRule* const values = find_rule(kValueRules, name);
      v.check(values == nullptr || follows(column, *values), name + ": a value out of range");
    }
    if constexpr (std::is_same_v<AnyColumn, Column<uint32_t>>) {
      const RowRule* const row = find_rule(kRowRules, name);
      v.check(row == nullptr || follows(column, *row, rows), name + ": a value out of range");
    }
  });
  for_each_column(t, [&](const std::string& name, const auto& column, uint16_t) {
    const RisingRule* const rising = find_rule(kRisingRules, name);
    v.check(rising == nullptr || follows(column, *offsets.find(rising->offsets)->second),
            name + ": does not rise within a row");
  });
}

/// Backgrounds and planes are as large as their room.
void check_room_pictures(Validation& v, const Tables& t) {
  const Rooms& r = t.rooms;
  for (size_t i = 0; i < r.number.size(); ++i) {
    const uint64_t pixels = uint64_t{r.width[i]} * r.height[i];
    const uint64_t background = r.background_offset[i + 1] - r.background_offset[i];
    v.check(background == 0 || (background == pixels && pixels <= kMaxRoomPixels),
            "rooms.background_offset: not width · height pixels, or too many");
    v.check(background != 0 || r.background_xxh64[i] == 0,
            "rooms.background_xxh64: of a room without a background");
    const size_t strips = background == 0 ? 0 : r.width[i] / kStripColumns;
    v.check(rows_of(r.see_through_offset, i).size() == strips,
            "rooms.see_through_offset: not one for each strip of a background");
    const RowRange planes = rows_of(r.plane_offset, i);
    const uint64_t bits = (r.width[i] + kStripColumns - 1) / kStripColumns * uint64_t{r.height[i]};
    for (const uint32_t plane : planes) {
      const uint32_t size = rows_of(t.planes.bits_offset, plane).size();
      v.check(size == 0 || size == bits, "planes.bits_offset: not a bit for each pixel");
    }
  }
}

void check_costumes(Validation& v, const Tables& t) {
  const Costumes& c = t.costumes;
  for (size_t i = 0; i < c.id.size(); ++i) {
    const bool is_cost = c.kind[i] == static_cast<uint8_t>(Kind::cost);
    v.check(is_cost ? c.format[i] != 0 && c.codec[i] == 1 : c.format[i] == 0,
            "costumes: a format or codec of the other kind");
  }
  for (size_t i = 1; i < c.id.size(); ++i) {
    v.check(std::tie(c.source[i - 1], c.offset[i - 1]) < std::tie(c.source[i], c.offset[i]),
            "costumes: not in order of file and offset");
  }
}

void check_entries(Validation& v, const Tables& t) {
  const Entries& e = t.entries;
  for (size_t i = 0; i < e.state.size(); ++i) {
    const bool has_picture = e.state[i] == static_cast<uint8_t>(EntryState::picture);
    v.check(has_picture == (e.picture[i] != kNone),
            "entries.picture: a picture goes with state 1 only");
  }
  uint32_t used = 0;
  for (const uint32_t picture : e.picture) {
    v.check(picture == kNone || picture <= used, "pictures: not in order of first use");
    if (picture == used) ++used;
  }
  v.check(used == t.pictures.width.size(), "pictures: no entry shows one of them");
}

/// A window of a COST lies inside its `commands`; one of an AKOS may lie anywhere.
bool is_cost_window(uint8_t mode, uint16_t start, uint16_t length, uint32_t commands) {
  if (uint32_t{start} + length > commands) return false;
  if (mode == static_cast<uint8_t>(WindowMode::off)) return length == 0;
  const bool plays = mode == static_cast<uint8_t>(WindowMode::loop) ||
                     mode == static_cast<uint8_t>(WindowMode::once);
  return plays && length >= 1 && length <= kMaxCostWindow;
}

void check_windows(Validation& v, const Tables& t) {
  const Windows& w = t.windows;
  for (size_t costume = 0; costume < t.costumes.id.size(); ++costume) {
    if (t.costumes.kind[costume] != static_cast<uint8_t>(Kind::cost)) continue;
    const uint32_t commands = rows_of(t.costumes.command_offset, costume).size();
    for (const uint32_t record : rows_of(t.costumes.record_offset, costume)) {
      for (const uint32_t i : rows_of(t.records.window_offset, record)) {
        v.check(is_cost_window(w.mode[i], w.start[i], w.length[i], commands),
                "windows: one that no COST can have");
      }
    }
  }
}

void check_pictures(Validation& v, const Tables& t) {
  const Pictures& p = t.pictures;
  for (size_t i = 0; i < p.width.size(); ++i) {
    v.check(p.pixel_offset[i + 1] - p.pixel_offset[i] == uint64_t{p.width[i]} * p.height[i],
            "pictures.pixel_offset: not width · height pixels");
  }
}

void check_timelines(Validation& v, const Tables& t) {
  const Timelines& lines = t.timelines;
  for (size_t i = 0; i < lines.flags.size(); ++i) {
    const uint32_t ticks = rows_of(lines.tick_offset, i).size();
    const bool loops = (lines.flags[i] & kTruncated) == 0;
    const bool reads = !rows_of(lines.read_offset, i).empty();
    v.check(reads == ((lines.flags[i] & kDynamic) != 0),
            "timelines.read: dynamic timelines, and no others, read something");
    v.check(loops ? lines.loop_start[i] < ticks : lines.loop_start[i] == kNone,
            "timelines.loop_start: not a tick of the timeline, or one of a truncated timeline");
    for (const uint32_t event : rows_of(lines.event_offset, i)) {
      v.check(t.events.tick[event] < ticks, "events.tick: not a tick of the timeline");
    }
  }
}

}  // namespace

Status validate(const Tables& tables, uint64_t background_count, uint64_t pixel_count) {
  Result<Counts> rows = count_rows(count_elements(tables));
  if (!rows) return rows.error();
  (*rows)[std::string(kBackgroundColumn)] = background_count;
  (*rows)[std::string(kPixelColumn)] = pixel_count;
  if (Status offsets = check_offsets(tables, *rows); !offsets) return offsets;
  Validation validation;
  validation.check(tables.game.version.size() == 1, "game: not one row");
  validation.check(tables.timelines.flags.size() == tables.records.number.size(),
                   "timelines: not one for each record");
  check_rules(validation, tables, *rows);
  check_room_pictures(validation, tables);
  check_pictures(validation, tables);
  check_costumes(validation, tables);
  check_entries(validation, tables);
  check_windows(validation, tables);
  check_timelines(validation, tables);
  return validation.status();
}

}  // namespace wardrobe
