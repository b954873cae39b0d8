#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "formats/archive/rules.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Number of rows of each table, by the table's name ("rooms"). Also the number of elements of the
/// columns `backgrounds` and `pixels`.
using Counts = std::map<std::string, uint64_t, std::less<>>;

/// Counts the rows of every table. An error if the columns of a table differ in length.
Result<Counts> count_rows(const TablesView& tables);

/// Returns the error for tables that contradict each other; `what` says how.
Error contradiction(std::string_view what);

/// Returns the rule for `column` in `rules`, an array of rules.h; null if there is none.
template <class Rule, size_t kRules>
const Rule* find_rule(const Rule (&rules)[kRules], std::string_view column) {
  const auto found = std::ranges::find(rules, column, &Rule::column);
  return found == std::end(rules) ? nullptr : found;
}

/// Checks rows of tables against FORMAT.md "The tables" and remembers the first rule broken. Each
/// function reads only data of the given rows; all except check_offsets require checked offsets.
class Validation {
 public:
  /// `rows` counts the rows of `tables`; both must outlive this.
  Validation(const TablesView& tables, const Counts& rows) : tables_(tables), rows_(rows) {}

  /// Checks the offset columns of a table of `tables`.
  template <class Table>
  void check_offsets(const Table& table, RowRange rows);
  /// Checks the rules for single columns of a table of `tables` (rules.h).
  template <class Table>
  void check_values(const Table& table, RowRange rows);

  // Check the rules that tie columns to each other.
  void check_rooms(RowRange rows);
  void check_planes(RowRange rooms);
  void check_costumes(RowRange rows);
  void check_entries(RowRange rows);
  void check_records(RowRange costumes);
  void check_pictures(RowRange rows);
  void check_timelines(RowRange rows);
  void check_events(RowRange timelines);
  /// Checks the order of costumes and of pictures, over all rows.
  void check_order();

  Status status() const;

 private:
  void check(bool fine, std::string_view what) {
    if (!fine && wrong_.empty()) wrong_ = what;
  }
  void check_sizes(const std::string& name, std::span<const uint32_t> offsets, RowRange rows);
  template <class T>
  void check_ranges(const std::string& name, std::span<const T> values);
  void check_rows(const std::string& name, std::span<const uint32_t> values);
  template <class T>
  void check_rising(const char* name, std::span<const T> column, std::span<const uint32_t> offsets,
                    RowRange rows);

  const TablesView tables_;
  const Counts& rows_;
  std::string wrong_;
};

/// Checks all rows of all tables.
Status validate(const TablesView& tables, const Counts& rows);
/// The same, but counts the rows itself. `background_count` and `pixel_count` are the numbers of
/// elements of the columns `backgrounds` and `pixels`.
Status validate(const TablesView& tables, uint64_t background_count, uint64_t pixel_count);

/// Returns the name of a column with that of its table: "rooms.number".
template <class Table>
std::string full_name(std::string_view column) {
  return std::string(table_name<Table>()) + "." + std::string(column);
}

template <class Table>
void Validation::check_offsets(const Table& table, RowRange rows) {
  const uint64_t count = rows_.find(table_name<Table>())->second;
  const auto check_column = [&](const std::string& name, const auto& offset, uint64_t elements) {
    const auto* const first = offset.data() + rows.front();
    const auto* const last = first + rows.size();
    const bool fine = std::is_sorted(first, last + 1) && *last <= elements &&
                      (rows.front() != 0 || *first == 0) &&
                      (rows.front() + rows.size() != count || *last == elements);
    check(fine, name + ": does not rise from 0 to the number of elements that it divides");
  };
  for_each_described(table, [&](const auto& described, const auto& column, const auto* divider) {
    const std::string name = full_name<Table>(described.name);
    if (divider != nullptr) check_column(name + "_offset", *divider, column.size());
    if constexpr (kIsOffsets<std::remove_cvref_t<decltype(column)>>) {
      if (described.divides.empty()) return;
      check_column(name, column, rows_.find(described.divides)->second);
    }
  });
}

template <class T>
void Validation::check_ranges(const std::string& name, std::span<const T> values) {
  const ValueRule* const rule = find_rule(kValueRules, name);
  if (rule == nullptr) return;
  bool fine = true;
  for (const T value : values) {
    bool found = false;
    for (const auto& [first, last] : rule->ranges) found |= first <= value && value <= last;
    fine &= found;
  }
  check(fine, name + ": a value out of range");
}

template <class Table>
void Validation::check_values(const Table& table, RowRange rows) {
  for_each_described(table, [&](const auto& described, const auto& column, const auto* divider) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    const std::string name = full_name<Table>(described.name);
    if constexpr (std::is_same_v<AnyColumn, OffsetView<uint32_t>>) {
      check_sizes(name, column, rows);
    } else {
      const RowRange own = divider == nullptr ? rows : rows_of(*divider, rows);
      const std::span values(column.data() + own.front(), own.size());
      if constexpr (std::is_unsigned_v<typename AnyColumn::value_type>) check_ranges(name, values);
      if constexpr (std::is_same_v<AnyColumn, ColumnView<uint32_t>>) check_rows(name, values);
    }
  });
}

}  // namespace wardrobe
