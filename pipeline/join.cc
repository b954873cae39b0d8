#include "pipeline/join.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "formats/archive/rules.h"

namespace wardrobe {
namespace {

template <class Table>
uint32_t row_count(const Table& table) {
  const auto& first = std::get<0>(table.members());
  const bool one_more = kIsOffsets<std::remove_cvref_t<decltype(first)>>;
  return static_cast<uint32_t>(first.size() - (one_more ? 1 : 0));
}

/// Calls visit(into, from) for the columns of all tables of `to` and `part`, in order.
template <class Visit>
void for_each_two_columns(Tables& to, const Tables& part, const Visit& visit) {
  for_each_pair(to.members(), part.members(), [&](auto& into, const auto& from) {
    for_each_pair(into.members(), from.members(), visit);
  });
}

/// By column, the table to whose rows it refers; empty if it is not one of row numbers.
std::vector<std::string_view> tables_of_rows(const Tables& tables) {
  std::vector<std::string_view> names;
  for_each_column(tables, [&](const std::string& name, const auto&) {
    const auto* const rule = std::ranges::find(kRowRules, name, &RowRule::column);
    names.push_back(rule == std::end(kRowRules) ? std::string_view() : rule->table);
  });
  return names;
}

}  // namespace

void join(Tables& to, std::vector<Tables>& parts) {
  const std::vector<std::string_view> referred = tables_of_rows(to);
  std::vector<size_t> sizes(referred.size());
  for (const Tables& part : parts) {
    size_t i = 0;
    for_each_two_columns(to, part,
                         [&](const auto&, const auto& from) { sizes[i++] += from.size(); });
  }
  size_t column = 0;
  for_each_two_columns(
      to, to, [&](auto& into, const auto&) { into.reserve(into.size() + sizes[column++]); });
  for (Tables& part : parts) {
    truncate_table(part.game, 0);
    std::map<std::string_view, uint32_t> base;  // of the tables of which the part has rows
    for_each_pair(to.members(), part.members(), [&](const auto& into, const auto& from) {
      if (row_count(from) != 0) base[into.kName] = row_count(into);
    });
    size_t i = 0;
    for_each_two_columns(to, part, [&](auto& into, const auto& from) {
      const std::string_view table = referred[i++];
      if constexpr (std::is_same_v<decltype(into), Column<uint32_t>&>) {
        append_rows(into, from, table.empty() || !base.contains(table) ? 0 : base[table]);
      } else {
        append(into, from);
      }
    });
    part = {};
  }
}

Status check_sizes(const Tables& tables, size_t most) {
  Status status = ok();
  for_each_column(tables, [&](const std::string& name, const auto& column) {
    if (!status || column.size() <= most) return;
    status = Error{ErrorCode::limit, kNoOffset,
                   "the game is too large: \"" + name + "\" would have " +
                       std::to_string(column.size()) + " elements, and an archive's columns have " +
                       std::to_string(most) + " at most"};
  });
  return status;
}

}  // namespace wardrobe
