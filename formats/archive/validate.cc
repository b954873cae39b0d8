#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <type_traits>

#include "formats/archive/archive.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

// The rules of tables.def. Offsets and single columns have been checked before.

/// Whether holds(i) for each row of the table that has this column.
template <class Column, class Holds>
bool each_row(const Column& column, const Holds& holds) {
  const size_t rows = column.size() - (kIsOffsets<Column> ? 1 : 0);
  for (uint32_t i = 0; i < rows; ++i) {
    if (!holds(i)) return false;
  }
  return true;
}

/// Whether holds(row) for each of these rows.
template <class Holds>
bool all_of(RowRange rows, const Holds& holds) {
  for (const uint32_t row : rows) {
    if (!holds(row)) return false;
  }
  return true;
}

template <class T>
T size_at(const OffsetView<T>& offset, uint32_t row) {
  return offset[row + 1] - offset[row];
}

bool maps_all_colors_or_none(const TablesView& t) {
  return each_row(t.rooms.actor_color_offset, [&](uint32_t i) {
    const uint32_t mapped = size_at(t.rooms.actor_color_offset, i);
    return mapped == 0 || mapped == 256;
  });
}

bool sees_through_strips(const TablesView& t) {
  return each_row(t.rooms.width, [&](uint32_t i) {
    const bool has_background = size_at(t.rooms.background_offset, i) != 0;
    return size_at(t.rooms.see_through_offset, i) ==
           (has_background ? t.rooms.width[i] / kStripColumns : 0);
  });
}

bool hashes_no_nothing(const TablesView& t) {
  return each_row(t.rooms.background_xxh64, [&](uint32_t i) {
    return t.rooms.background_xxh64[i] == 0 || size_at(t.rooms.background_offset, i) != 0;
  });
}

bool fits_background(const TablesView& t) {
  return each_row(t.rooms.width, [&](uint32_t i) {
    const uint64_t size = size_at(t.rooms.background_offset, i);
    return size == 0 ||
           (size == uint64_t{t.rooms.width[i]} * t.rooms.height[i] && size <= kMaxRoomPixels);
  });
}

bool fits_planes(const TablesView& t) {
  return each_row(t.rooms.width, [&](uint32_t i) {
    const uint64_t row_size = (t.rooms.width[i] + kStripColumns - 1) / kStripColumns;
    return all_of(rows_of(t.rooms.plane_offset, i), [&](uint32_t plane) {
      const uint32_t size = size_at(t.planes.bits_offset, plane);
      return size == 0 || size == row_size * t.rooms.height[i];
    });
  });
}

bool have_parents_in_their_room(const TablesView& t) {
  return each_row(t.rooms.object_offset, [&](uint32_t room) {
    const RowRange own = rows_of(t.rooms.object_offset, room);
    return all_of(own, [&](uint32_t i) {
      const uint32_t parent = t.objects.parent[i];
      return parent == kNone || parent - own.front() < own.size();
    });
  });
}

bool show_pictures_of_their_size(const TablesView& t) {
  return each_row(t.images.picture, [&](uint32_t i) {
    const uint32_t picture = t.images.picture[i];
    return picture == kNone || (t.pictures.width[picture] == t.images.width[i] &&
                                t.pictures.height[picture] == t.images.height[i]);
  });
}

bool fit_images(const TablesView& t) {
  return each_row(t.images.width, [&](uint32_t i) {
    const uint32_t row_size = (t.images.width[i] + kStripColumns - 1) / kStripColumns;
    return all_of(rows_of(t.images.mask_offset, i), [&](uint32_t mask) {
      const uint32_t size = size_at(t.masks.bits_offset, mask);
      return size == 0 || size == row_size * t.images.height[i];
    });
  });
}

bool clear_what_has_bits(const TablesView& t) {
  return std::ranges::equal(t.masks.bits_offset, t.masks.cleared_offset);
}

bool are_in_order_of_file(const TablesView& t) {
  const auto place = [&](uint32_t i) {
    return std::tuple(t.costumes.source[i], t.costumes.offset[i]);
  };
  return each_row(t.costumes.offset, [&](uint32_t i) { return i == 0 || place(i - 1) < place(i); });
}

bool have_format_of_kind(const TablesView& t) {
  return each_row(t.costumes.kind, [&](uint32_t i) {
    return t.costumes.kind[i] == Kind::cost ? t.costumes.format[i] != 0 && t.costumes.codec[i] == 1
                                            : t.costumes.format[i] == 0;
  });
}

bool have_reachable_commands(const TablesView& t) {
  return each_row(t.costumes.kind, [&](uint32_t i) {
    return t.costumes.kind[i] == Kind::cost ||
           size_at(t.costumes.command_offset, i) <= kMaxAkosCommands;
  });
}

bool have_own_default_timeline(const TablesView& t) {
  return each_row(t.costumes.default_timeline, [&](uint32_t i) {
    const RowRange own = rows_of(t.costumes.record_offset, i);
    const uint32_t timeline = t.costumes.default_timeline[i];
    return own.empty() ? timeline == kNone : timeline - own.front() < own.size();
  });
}

bool have_rising_tables(const TablesView& t) {
  return each_row(t.costumes.table_offset, [&](uint32_t i) {
    const auto limbs = elements_at(t.costumes.table_offset, t.limb_tables.limb, i);
    const auto number = [](uint8_t limb) { return static_cast<uint8_t>(limb - kNoLimb); };
    return std::ranges::adjacent_find(limbs, std::ranges::greater_equal(), number) == limbs.end();
  });
}

bool show_pictures_in_order(const TablesView& t) {
  uint32_t used = 0;  // pictures that entries, then images, have shown so far
  const auto is_next_or_known = [&](uint32_t picture) {
    if (picture == used) ++used;
    return picture == kNone || picture < used;
  };
  return each_row(t.entries.picture,
                  [&](uint32_t i) {
                    const uint32_t picture = t.entries.picture[i];
                    const bool has_picture = t.entries.state[i] == EntryState::picture;
                    return has_picture == (picture != kNone) && is_next_or_known(picture);
                  }) &&
         each_row(t.images.picture,
                  [&](uint32_t i) { return is_next_or_known(t.images.picture[i]); }) &&
         used == t.pictures.width.size();
}

/// A window of an AKOS may lie anywhere.
bool are_windows_of_cost(const TablesView& t) {
  return each_row(t.costumes.kind, [&](uint32_t i) {
    if (t.costumes.kind[i] != Kind::cost) return true;
    const uint32_t commands = size_at(t.costumes.command_offset, i);
    const RowRange records = rows_of(t.costumes.record_offset, i);
    return all_of(rows_of(t.records.window_offset, records), [&](uint32_t window) {
      const WindowMode mode = t.windows.mode[window];
      const uint32_t length = t.windows.length[window];
      if (t.windows.start[window] + length > commands) return false;
      if (mode == WindowMode::off) return length == 0;
      const bool plays = mode == WindowMode::loop || mode == WindowMode::once;
      return plays && length >= 1 && length <= kMaxCostWindow;
    });
  });
}

bool have_all_pixels(const TablesView& t) {
  return each_row(t.pictures.width, [&](uint32_t i) {
    return size_at(t.pictures.pixel_offset, i) ==
           uint64_t{t.pictures.width[i]} * t.pictures.height[i];
  });
}

bool loop_or_are_truncated(const TablesView& t) {
  return each_row(t.timelines.loop_start, [&](uint32_t i) {
    const bool truncated = (t.timelines.flags[i] & kTruncated) != 0;
    const uint32_t loop_start = t.timelines.loop_start[i];
    return truncated ? loop_start == kNone : loop_start < size_at(t.timelines.tick_offset, i);
  });
}

bool read_if_dynamic(const TablesView& t) {
  return each_row(t.timelines.flags, [&](uint32_t i) {
    const bool dynamic = (t.timelines.flags[i] & kDynamic) != 0;
    return dynamic == (size_at(t.timelines.read_offset, i) != 0);
  });
}

bool happen_in_their_timeline(const TablesView& t) {
  return each_row(t.timelines.flags, [&](uint32_t i) {
    const uint32_t ticks = size_at(t.timelines.tick_offset, i);
    return std::ranges::all_of(elements_at(t.timelines.event_offset, t.events.tick, i),
                               [&](uint32_t tick) { return tick < ticks; });
  });
}

constexpr TableRule kRules[] = {
#define RULE(member, column, text, holds) {TableId::member, #column, text, holds},
#include "formats/tables.def"
};

/// How many rows each table has.
constexpr schema::RowCount kRowCounts[] = {
#define TABLE(Type, ...) Type##View::row_count(),
#include "formats/tables.def"
};

Error contradiction(const std::string& what) {
  return {ErrorCode::damaged, kNoOffset, "the tables contradict each other: " + what};
}

class Validator {
 public:
  Validator(const TablesView& tables, const Counts& rows) : tables_(tables), rows_(rows) {}

  Status validate() {
    check_row_counts();
    zip_columns([&](const ColumnInfo& info, const auto& column) { check_offsets(info, column); },
                tables_);
    if (!wrong_.empty()) return contradiction(wrong_);  // all that follows relies on offsets
    zip_columns([&](const ColumnInfo& info, const auto& column) { check_values(info, column); },
                tables_);
    for (const TableRule& rule : kRules) {
      if (!wrong_.empty()) break;
      const std::string name = ColumnInfo{rule.table, rule.column}.name();
      check(rule.holds(tables_), name + " must be: " + std::string(rule.text));
    }
    return wrong_.empty() ? ok() : contradiction(wrong_);
  }

 private:
  void check(bool fine, std::string_view wrong) {
    if (!fine && wrong_.empty()) wrong_ = wrong;
  }

  uint64_t rows(TableId table) const { return rows_.find(table_name(table))->second; }

  void check_row_counts() {
    for (size_t i = 0; i < std::size(kRowCounts); ++i) {
      const TableId table{static_cast<uint8_t>(i)};
      const std::string name(table_name(table));
      const schema::RowCount& count = kRowCounts[i];
      check(!count.is_one || rows(table) == 1, name + " must have one row");
      if (!count.as_many_as) continue;
      check(rows(table) == rows(*count.as_many_as),
            name + " must have a row for each of " + std::string(table_name(*count.as_many_as)));
    }
  }

  template <class Column>
  void check_offsets(const ColumnInfo& info, const Column& column) {
    const auto divides = [&](const auto& offsets, uint64_t elements) {
      return offsets.front() == 0 && offsets.back() == elements && std::ranges::is_sorted(offsets);
    };
    bool fine = true;
    if (info.is_list) fine = divides(last_offsets_, column.size());
    if constexpr (kIsOffsets<Column>) {
      if (info.divides) fine = divides(column, rows(*info.divides));
    }
    check(fine, info.is_list ? last_name_ + kDivides : info.name() + kDivides);
    remember(info, column);
  }

  template <class Column>
  void check_values(const ColumnInfo& info, const Column& column) {
    if constexpr (kIsOffsets<Column>) {
      check(info.count.is_any() || each_row(column,
                                            [&](uint32_t row) {
                                              const auto size = size_at(column, row);
                                              return size >= info.count.least &&
                                                     size <= info.count.most;
                                            }),
            info.name() + " must be: " + words(info.count) + " a row");
    }
    bool fine = true;
    const auto& bounds = info.bounds;
    if (!bounds.allowed().empty()) {
      fine = std::ranges::all_of(column, [&](auto element) {
        const auto value = static_cast<int64_t>(element);
        return std::ranges::any_of(bounds.allowed(), [&](const auto& range) {
          return range.first <= value && value <= range.last;
        });
      });
    }
    if (bounds.row_of) {
      const uint64_t count = rows(*bounds.row_of);
      fine = std::ranges::all_of(column, [&](auto element) {
        const auto row = static_cast<uint64_t>(element);
        return row < count || (bounds.or_none && row == kNone);
      });
    }
    if (bounds.rises) {
      const auto offsets = info.is_list ? last_offsets_ : owner_[static_cast<size_t>(info.table)];
      for (size_t row = 0; row + 1 < offsets.size(); ++row) {
        const auto values = elements_at(offsets, column, row);
        fine &= std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end();
      }
    }
    check(fine, info.name() + " must be: " + words(bounds));
    remember(info, column);
  }

  /// Keeps offsets for the column, or the table, that they divide.
  template <class Column>
  void remember(const ColumnInfo& info, const Column& column) {
    if constexpr (std::is_same_v<Column, OffsetView<uint32_t>>) {
      last_offsets_ = column;
      last_name_ = info.name();
      if (info.divides) owner_[static_cast<size_t>(*info.divides)] = column;
    }
  }

  static constexpr const char* kDivides =
      ": does not rise from 0 to the number of elements that it divides";

  const TablesView& tables_;
  const Counts& rows_;
  std::string wrong_;  ///< the first column that breaks its bounds, and how
  std::span<const uint32_t> last_offsets_;
  std::string last_name_;
  std::array<std::span<const uint32_t>, kTableIds> owner_;  ///< by table, what divides its rows
};

}  // namespace

std::span<const TableRule> table_rules() { return kRules; }

Result<Counts> count_rows(const TablesView& tables, uint64_t backgrounds, uint64_t pixels) {
  Counts rows{{std::string(table_name(TableId::backgrounds)), backgrounds},
              {std::string(table_name(TableId::pixels)), pixels}};
  std::string wrong;
  zip_columns(
      [&](const ColumnInfo& info, const auto& column) {
        if (info.is_list) return;
        const std::string table(table_name(info.table));
        const bool one_more = kIsOffsets<std::remove_cvref_t<decltype(column)>>;
        const uint64_t count = column.size() - (one_more ? 1 : 0);
        const bool fits = rows.emplace(table, count).first->second == count;
        if ((!fits || (one_more && column.empty())) && wrong.empty()) wrong = table;
      },
      tables);
  if (!wrong.empty()) return contradiction(wrong + ": its columns differ in length");
  return rows;
}

Status validate(const TablesView& tables, const Counts& rows) {
  return Validator(tables, rows).validate();
}

}  // namespace wardrobe
