#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Number of rows of each table, by the table's name ("rooms"). Also the number of elements of the
/// columns `backgrounds` and `pixels`.
using Counts = std::map<std::string, uint64_t, std::less<>>;

/// Counts the rows of every table. An error if the columns of a table differ in length.
Result<Counts> count_rows(const TablesView& tables, uint64_t backgrounds, uint64_t pixels);

/// Checks all tables against tables.def. The error names the first column that breaks its bounds.
Status validate(const TablesView& tables, const Counts& rows);

/// A RULE of tables.def: what goes beyond the bounds of one column.
struct TableRule {
  TableId table;
  std::string_view column;
  std::string_view text;
  bool (*holds)(const TablesView& tables);
};
std::span<const TableRule> table_rules();

}  // namespace wardrobe
