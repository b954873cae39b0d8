#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Elements of columns by full name ("rooms.number"), or rows of tables by name ("rooms").
using Counts = std::map<std::string, uint64_t, std::less<>>;

/// "rooms" of "rooms.number".
inline std::string_view table_of(std::string_view column) {
  return column.substr(0, column.find('.'));
}

/// Elements of every column of `tables`.
Counts count_elements(const Tables& tables);

/// Whether a column named like "rooms.name" is divided by an offset column, "rooms.name_offset".
bool is_divided(std::string_view column);

/// Rows of every table, from the elements of its columns: a directory's counts can be checked
/// before anything is allocated. Columns that `elements` lacks are passed over; a table of which it
/// has none has no rows. An error where the columns of a table differ in their number of rows.
Result<Counts> count_rows(const Counts& elements);

/// Whether each offset column starts with 0, never falls, and ends where what it divides ends.
/// `rows` is what count_rows gives for these tables, and what the columns `backgrounds` and
/// `pixels` have as elements.
Status check_offsets(const Tables& tables, const Counts& rows);

/// The error for tables that do not fit together.
inline Error contradiction(std::string_view what) {
  return {ErrorCode::damaged, kNoOffset, "the tables contradict each other: " + std::string(what)};
}

}  // namespace wardrobe
