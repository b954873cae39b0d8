#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Joins tables that were made in parts. Rows and elements are counted in 32 bits, which a hostile
/// game can exceed. Offsets then wrap, so check_table must be called before anything follows them.

template <class T>
void append(Column<T>& to, const Column<T>& part) {
  to.insert(to.end(), part.begin(), part.end());
}

/// Appends an offset column; its offsets continue from the last one of `to`.
template <class T>
void append_offsets(OffsetColumn<T>& to, const OffsetColumn<T>& part) {
  const size_t first = to.size() - 1;
  const T base = to.back();
  to.resize(first + part.size());
  for (size_t i = 1; i < part.size(); ++i) to[first + i] = base + part[i];
}

/// Appends all columns of a table that refers to other rows only by its offsets.
template <class Table>
void append_table(Table& to, const Table& part) {
  for_each_pair(to.members(), part.members(), [](auto& into, const auto& from) {
    if constexpr (kIsOffsets<std::remove_cvref_t<decltype(into)>>) {
      append_offsets(into, from);
    } else {
      append(into, from);
    }
  });
}

/// Makes room in a table for `parts`, so that appending them does not move it again and again.
/// `table_of` returns the table of a part.
template <class Table, class Parts, class TableOf>
void reserve_for(Table& to, const Parts& parts, const TableOf& table_of) {
  const auto sizes_of = [](const Table& table) {
    return std::apply([](const auto&... column) { return std::array{column.size()...}; },
                      table.members());
  };
  auto sizes = sizes_of(to);
  for (const auto& part : parts) {
    std::ranges::transform(sizes, sizes_of(table_of(part)), sizes.begin(), std::plus());
  }
  size_t i = 0;
  std::apply([&](auto&... column) { (column.reserve(sizes[i++]), ...); }, to.members());
}

/// Appends a column of row numbers. They refer to a table that has `base` rows before the part's
/// own rows.
inline void append_rows(Column<uint32_t>& to, const Column<uint32_t>& part, uint32_t base) {
  const size_t first = to.size();
  to.resize(first + part.size());
  for (size_t i = 0; i < part.size(); ++i)
    to[first + i] = part[i] == kNone ? kNone : part[i] + base;
}

/// The most elements that a column may have. 32-bit offsets can count that many, and no row number
/// equals kNone.
inline constexpr size_t kMaxElements = std::numeric_limits<uint32_t>::max();

/// Fails if a column of the table has more than `most` elements, because offsets into it may then
/// have wrapped.
template <class Table>
Status check_table(const Table& table, size_t most = kMaxElements) {
  Status status = ok();
  for_each_column_of(table, [&](const std::string& name, const auto& column, const auto*) {
    if (!status || column.size() <= most) return;
    status =
        Error{ErrorCode::limit, kNoOffset,
              "the game is too large: \"" + name.substr(name.find('.') + 1) + "\" would have " +
                  std::to_string(column.size()) + " elements, and an archive's columns have " +
                  std::to_string(most) + " at most"};
  });
  return status;
}

/// Calls check_table for all members().
template <class Set>
Status check_tables(const Set& tables, size_t most = kMaxElements) {
  Status status = ok();
  const auto check = [&](const auto& table) {
    if (status) status = check_table(table, most);
  };
  std::apply([&](const auto&... table) { (check(table), ...); }, tables.members());
  return status;
}

}  // namespace wardrobe
