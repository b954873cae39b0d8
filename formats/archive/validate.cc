#include "formats/archive/validate.h"

#include <functional>
#include <span>
#include <tuple>
#include <type_traits>

#include "formats/archive/image.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

Error contradiction(const std::string& what) {
  return {ErrorCode::damaged, kNoOffset, "the tables contradict each other: " + what};
}

template <class T>
bool are_in_ranges(std::span<const T> values, const ValueRule& rule) {
  return std::ranges::all_of(values, [&](T element) {
    const auto value = static_cast<uint64_t>(element);
    bool found = false;
    for (const auto& [first, last] : rule.ranges) found |= first <= value && value <= last;
    return found;
  });
}

/// Whether the values strictly rise within each row.
bool rises(const auto& column, const auto& offsets) {
  for (uint32_t row = 0; row < offsets.rows(); ++row) {
    const auto values = elements_at(offsets, column, row);
    const auto fall = std::ranges::adjacent_find(values, std::ranges::greater_equal());
    if (fall != values.end()) return false;
  }
  return true;
}

/// Whether a window is one that a COST with `commands` commands may have: it lies inside them. A
/// window of an AKOS may lie anywhere.
bool is_cost_window(WindowMode mode, uint16_t start, uint16_t length, uint32_t commands) {
  if (uint32_t{start} + length > commands) return false;
  if (mode == WindowMode::off) return length == 0;
  const bool plays = mode == WindowMode::loop || mode == WindowMode::once;
  return plays && length >= 1 && length <= kMaxCostWindow;
}

}  // namespace

Result<Counts> count_rows(const TablesView& tables, uint64_t backgrounds, uint64_t pixels) {
  Counts rows{{std::string(kBackgroundColumn), backgrounds}, {std::string(kPixelColumn), pixels}};
  std::string wrong;
  for_each_divided(tables, [&](const std::string& name, const auto& column, const auto* by) {
    if (by != nullptr) return;
    const std::string table = name.substr(0, name.find('.'));
    const bool one_more = kIsOffsets<std::remove_cvref_t<decltype(column)>>;
    const uint64_t count = column.size() - (one_more ? 1 : 0);
    const bool fits = rows.emplace(table, count).first->second == count;
    if ((!fits || (one_more && column.empty())) && wrong.empty()) wrong = table;
  });
  if (!wrong.empty()) return contradiction(wrong + ": its columns differ in length");
  return rows;
}

Status validate(const TablesView& tables, const Counts& rows) {
  std::string wrong;
  const auto check = [&](bool fine, std::string_view rule) {
    if (!fine && wrong.empty()) wrong = rule;
  };
  check(rows.find("game")->second == 1, "game: not one row");
  check(rows.find("timelines")->second == rows.find("records")->second,
        "timelines: not one for each record");

  // Offsets come first: everything below relies on them.
  const auto check_offsets = [&](const std::string& name, const auto& offsets, uint64_t elements) {
    check(offsets.front() == 0 && offsets.back() == elements && std::ranges::is_sorted(offsets),
          name + ": does not rise from 0 to the number of elements that it divides");
  };
  for_each_divided(tables, [&](const std::string& name, const auto& column, const auto* by) {
    if (by != nullptr) check_offsets(name + "_offset", *by, column.size());
    if constexpr (kIsOffsets<std::remove_cvref_t<decltype(column)>>) {
      const DivisionRule* const divides = find_rule(kDivisionRules, name);
      if (divides != nullptr) check_offsets(name, column, rows.find(divides->table)->second);
    }
  });
  if (!wrong.empty()) return contradiction(wrong);

  // Single columns (rules.h).
  for_each_column(tables, [&](const std::string& name, const auto& column) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    if constexpr (std::is_same_v<AnyColumn, OffsetView<uint32_t>>) {
      const CountRule* const rule = find_rule(kCountRules, name);
      for (uint32_t row = 0; rule != nullptr && row < column.rows(); ++row) {
        const uint32_t count = rows_of(column, row).size();
        check(count >= rule->least && count <= rule->most, name + ": too few or too many");
      }
    } else if constexpr (std::is_unsigned_v<NumberOf<typename AnyColumn::value_type>>) {
      const ValueRule* const values = find_rule(kValueRules, name);
      bool fine = values == nullptr || are_in_ranges(std::span(column), *values);
      if (const RowRule* const of = find_rule(kRowRules, name)) {
        const uint64_t count = rows.find(of->table)->second;
        fine = std::ranges::all_of(column, [&](auto value) {
          const auto row = static_cast<uint64_t>(value);
          return row < count || (of->none && row == kNone);
        });
      }
      check(fine, name + ": a value out of range");
    }
  });

  const auto& rooms = tables.rooms;
  const auto& planes = tables.planes;
  const auto& costumes = tables.costumes;
  const auto& entries = tables.entries;
  const auto& records = tables.records;
  const auto& windows = tables.windows;
  const auto& pictures = tables.pictures;
  const auto& timelines = tables.timelines;
  const auto& events = tables.events;
  const auto check_rising = [&](const char* name, const auto& column, const auto& offsets) {
    check(rises(column, offsets), std::string(name) + ": does not rise within a row");
  };
  static_assert(std::size(kRisingRules) == 6, "a rule that is not checked");
  check_rising("costumes.alias", costumes.alias, costumes.alias_offset);
  check_rising("costumes.shadow", costumes.shadow, costumes.shadow_offset);
  check_rising("sequences.start", tables.sequences.start, costumes.sequence_offset);
  check_rising("records.number", records.number, costumes.record_offset);
  check_rising("windows.limb", windows.limb, records.window_offset);
  check_rising("timelines.read", timelines.read, timelines.read_offset);

  for (uint32_t i = 0; i < rooms.number.size(); ++i) {
    const uint64_t pixels = uint64_t{rooms.width[i]} * rooms.height[i];
    const uint64_t background = rooms.background_offset[i + 1] - rooms.background_offset[i];
    check(background == 0 || (background == pixels && pixels <= kMaxRoomPixels),
          "rooms.background_offset: not width · height pixels, or too many");
    check(background != 0 || rooms.background_xxh64[i] == 0,
          "rooms.background_xxh64: not 0 in a room without a background");
    const size_t strips = background == 0 ? 0 : rooms.width[i] / kStripColumns;
    check(rows_of(rooms.see_through_offset, i).size() == strips,
          "rooms.see_through_offset: not one for each strip of a background");
    const uint32_t mapped = rows_of(rooms.actor_color_offset, i).size();
    check(mapped == 0 || mapped == 256, "rooms.actor_color_offset: not 256 elements, or none");
    const uint64_t row_size = (rooms.width[i] + kStripColumns - 1) / kStripColumns;
    for (const uint32_t plane : rows_of(rooms.plane_offset, i)) {
      const uint32_t size = rows_of(planes.bits_offset, plane).size();
      check(size == 0 || size == row_size * rooms.height[i],
            "planes.bits_offset: not a bit for each pixel");
    }
  }

  for (uint32_t i = 0; i < costumes.id.size(); ++i) {
    const bool is_cost = costumes.kind[i] == Kind::cost;
    check(is_cost ? costumes.format[i] != 0 && costumes.codec[i] == 1 : costumes.format[i] == 0,
          "costumes: a format or codec that its kind does not have");
    check(i == 0 || std::tie(costumes.source[i - 1], costumes.offset[i - 1]) <
                        std::tie(costumes.source[i], costumes.offset[i]),
          "costumes: not in order of file and offset");
    const RowRange lines = rows_of(costumes.record_offset, i);
    const uint32_t shown = costumes.default_timeline[i];
    check(lines.empty() ? shown == kNone : shown - lines.front() < lines.size(),
          "costumes.default_timeline: not one of the costume's");
    if (!is_cost) continue;
    const uint32_t commands = rows_of(costumes.command_offset, i).size();
    for (const uint32_t window : rows_of(records.window_offset, lines)) {
      check(is_cost_window(windows.mode[window], windows.start[window], windows.length[window],
                           commands),
            "windows: one is invalid in a COST");
    }
  }

  uint32_t used = 0;  // pictures that entries have shown so far
  for (size_t i = 0; i < entries.picture.size(); ++i) {
    const uint32_t picture = entries.picture[i];
    const bool has_picture = entries.state[i] == EntryState::picture;
    check(has_picture == (picture != kNone),
          "entries.picture: state 1 without a picture, or another with one");
    check(picture == kNone || picture <= used, "pictures: not in order of first use");
    if (picture == used) ++used;
  }
  check(used == pictures.width.size(), "pictures: no entry shows one of them");
  for (uint32_t i = 0; i < pictures.width.size(); ++i) {
    check(pictures.pixel_offset[i + 1] - pictures.pixel_offset[i] ==
              uint64_t{pictures.width[i]} * pictures.height[i],
          "pictures.pixel_offset: not width · height pixels");
  }

  for (uint32_t i = 0; i < timelines.flags.size(); ++i) {
    const uint32_t ticks = rows_of(timelines.tick_offset, i).size();
    const uint32_t loop_start = timelines.loop_start[i];
    const bool loops = (timelines.flags[i] & kTruncated) == 0;
    const bool reads = !rows_of(timelines.read_offset, i).empty();
    check(reads == ((timelines.flags[i] & kDynamic) != 0),
          "timelines.read: empty if dynamic, or not empty otherwise");
    check(loops ? loop_start < ticks : loop_start == kNone,
          "timelines.loop_start: not a tick of the timeline, or a tick although it is truncated");
    for (const uint32_t event : rows_of(timelines.event_offset, i)) {
      check(events.tick[event] < ticks, "events.tick: not a tick of the timeline");
    }
  }
  return wrong.empty() ? ok() : contradiction(wrong);
}

}  // namespace wardrobe
