#include "formats/archive/shape.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <type_traits>

#include "formats/archive/image.h"

namespace wardrobe {
namespace {

constexpr std::string_view kOffsetSuffix = "_offset";

/// Calls visit(table name, table) for every table.
template <class Visit>
void for_each_table(const Tables& tables, Visit&& visit) {
  std::apply([&](const auto&... table) { (visit(table.name, tables.*table.member), ...); },
             Tables::kTables);
}

/// Calls visit(description, column) for every column of a table.
template <class Table, class Visit>
void for_each_described(const Table& table, Visit&& visit) {
  std::apply([&](const auto&... column) { (visit(column, table.*column.member), ...); },
             Table::kColumns);
}

std::string full_name(std::string_view table, std::string_view column) {
  return std::string(table) + "." + std::string(column);
}

/// Whether a table has a column `name` that its column `name`_offset divides.
template <class Table>
bool is_divided_in(std::string_view name) {
  const auto divides = [&](const auto& column) {
    return column.divides.empty() && column.name.starts_with(name) &&
           column.name.substr(name.size()) == kOffsetSuffix;
  };
  return std::apply([&](const auto&... column) { return (divides(column) || ...); },
                    Table::kColumns);
}

/// How many rows the columns of one table have; nothing where they differ.
template <class Table>
std::optional<uint64_t> rows_of_table(std::string_view name, const Table& table,
                                      const Counts& elements) {
  std::optional<uint64_t> rows;
  bool equal = true;
  for_each_described(table, [&](const auto& column, const auto& values) {
    const auto found = elements.find(full_name(name, column.name));
    if (found == elements.end() || is_divided_in<Table>(column.name)) return;
    const bool is_offsets = kIsOffsets<std::remove_cvref_t<decltype(values)>>;
    const uint64_t count = is_offsets ? found->second - 1 : found->second;
    equal = equal && rows.value_or(count) == count && !(is_offsets && found->second == 0);
    rows = count;
  });
  return equal ? rows.value_or(0) : std::optional<uint64_t>();
}

/// Elements of the column of `table` that its offset column `offset` divides.
template <class Table>
uint64_t divided_elements(const Table& table, std::string_view offset) {
  const std::string_view name = offset.substr(0, offset.size() - kOffsetSuffix.size());
  uint64_t elements = 0;
  for_each_described(table, [&](const auto& column, const auto& values) {
    if (column.name == name) elements = values.size();
  });
  return elements;
}

template <class T>
bool divides(const OffsetColumn<T>& offset, uint64_t rows, uint64_t elements) {
  return offset.size() == rows + 1 && offset.front() == 0 && offset.back() == elements &&
         std::ranges::is_sorted(offset);
}

}  // namespace

Counts count_elements(const Tables& tables) {
  Counts elements;
  for_each_column(tables, [&](const std::string& name, const auto& column, uint16_t) {
    elements[name] = column.size();
  });
  return elements;
}

bool is_divided(std::string_view column) {
  bool divided = false;
  for_each_table(Tables{}, [&]<class Table>(std::string_view name, const Table&) {
    if (name != table_of(column)) return;
    divided = is_divided_in<Table>(column.substr(std::min(column.size(), name.size() + 1)));
  });
  return divided;
}

Result<Counts> count_rows(const Counts& elements) {
  Counts rows;
  std::string wrong;
  for_each_table(Tables{}, [&](std::string_view name, const auto& table) {
    const std::optional<uint64_t> count = rows_of_table(name, table, elements);
    if (count) rows[std::string(name)] = *count;
    if (!count && wrong.empty()) wrong = name;
  });
  if (wrong.empty()) return rows;
  return contradiction(wrong + ": its columns differ in length");
}

Status check_offsets(const Tables& tables, const Counts& rows) {
  std::string wrong;
  for_each_table(tables, [&](std::string_view name, const auto& table) {
    for_each_described(table, [&](const auto& column, const auto& values) {
      if constexpr (kIsOffsets<std::remove_cvref_t<decltype(values)>>) {
        const uint64_t elements = column.divides.empty() ? divided_elements(table, column.name)
                                                         : rows.find(column.divides)->second;
        const bool fine = divides(values, rows.find(name)->second, elements);
        if (!fine && wrong.empty()) wrong = full_name(name, column.name);
      }
    });
  });
  if (wrong.empty()) return ok();
  return contradiction(wrong + ": does not rise from 0 to the end of what it divides");
}

}  // namespace wardrobe
