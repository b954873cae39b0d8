#pragma once

#include <type_traits>

#include "formats/tables.h"

namespace wardrobe {

/// Puts tables that were made by parts together again.

template <class T>
void append(Column<T>& to, const Column<T>& part) {
  to.insert(to.end(), part.begin(), part.end());
}

/// An offset column: its elements count on from where `to` ends.
template <class T>
void append_offsets(OffsetColumn<T>& to, const OffsetColumn<T>& part) {
  const T base = to.back();
  for (size_t i = 1; i < part.size(); ++i) to.push_back(base + part[i]);
}

/// All columns of a table that has no row numbers of others but by its offsets.
template <class Table>
void append_table(Table& to, const Table& part) {
  const auto append_column = [&](const auto& column) {
    auto& into = to.*column.member;
    const auto& from = part.*column.member;
    if constexpr (kIsOffsets<std::remove_cvref_t<decltype(into)>>) {
      append_offsets(into, from);
    } else {
      append(into, from);
    }
  };
  std::apply([&](const auto&... column) { (append_column(column), ...); }, Table::kColumns);
}

/// A column of row numbers of a table that has `base` rows before the part's own.
inline void append_rows(Column<uint32_t>& to, const Column<uint32_t>& part, uint32_t base) {
  for (const uint32_t row : part) to.push_back(row == kNone ? kNone : row + base);
}

}  // namespace wardrobe
