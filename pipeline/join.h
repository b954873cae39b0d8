#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Joins tables that were made in parts. Rows and elements are counted in 32 bits, which a hostile
/// game can exceed. Offsets then wrap, so check_sizes must be called before anything follows them.

/// Appends a column. The offsets of an offset column continue from the last one of `to`.
template <class AnyColumn>
void append(AnyColumn& to, const AnyColumn& part) {
  if constexpr (kIsOffsets<AnyColumn>) {
    const auto base = to.back();
    for (size_t i = 1; i < part.size(); ++i) to.push_back(base + part[i]);
  } else {
    to.insert(to.end(), part.begin(), part.end());
  }
}

/// Appends a column of row numbers, each increased by `base`; none stays none.
inline void append_rows(Column<uint32_t>& to, const Column<uint32_t>& part, uint32_t base) {
  for (const uint32_t row : part) to.push_back(row == kNone ? kNone : row + base);
}

/// Appends all columns of a table that refers to other rows only by its offsets.
template <class Table>
void append_table(Table& to, const Table& part) {
  zip_columns_of([](const ColumnInfo&, auto& into, const auto& from) { append(into, from); }, to,
                 part);
}

/// Appends the rows of each part, in order, to all tables but `game`, and frees the parts. Row
/// numbers are adjusted if the part has rows of the table that they refer
/// to; if it has none, they refer to rows of `to`.
void join(Tables& to, std::vector<Tables>& parts);

/// The most elements that a column may have. 32-bit offsets can count that many, and no row number
/// equals kNone.
inline constexpr size_t kMaxElements = std::numeric_limits<uint32_t>::max();

/// Fails if a column has more than `most` elements, because offsets into it may then have wrapped.
Status check_sizes(const Tables& tables, size_t most = kMaxElements);

}  // namespace wardrobe
