#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "formats/archive/rules.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Number of rows of each table, by the table's name ("rooms"). Also the number of elements of the
/// columns `backgrounds` and `pixels`.
using Counts = std::map<std::string, uint64_t, std::less<>>;

/// Counts the rows of every table. An error if the columns of a table differ in length.
Result<Counts> count_rows(const TablesView& tables, uint64_t backgrounds, uint64_t pixels);

/// Checks all tables against FORMAT.md "The tables". The error names the first rule that is broken.
Status validate(const TablesView& tables, const Counts& rows);

/// Returns the rule for `column` in `rules`, an array of rules.h; null if there is none.
template <class Rule, size_t kRules>
const Rule* find_rule(const Rule (&rules)[kRules], std::string_view column) {
  const auto found = std::ranges::find(rules, column, &Rule::column);
  return found == std::end(rules) ? nullptr : found;
}

}  // namespace wardrobe
