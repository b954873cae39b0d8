#include "pipeline/join.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "formats/archive/rules.h"

namespace wardrobe {
namespace {

/// Calls visit(table, column) for the descriptions of all columns of all tables but `game`.
template <class Visit>
void for_each_joined(const Visit& visit) {
  const auto visit_table = [&]<class Table>(const Named<Table Tables::*>& table) {
    std::apply([&](const auto&... column) { (visit(table, column), ...); }, Table::kColumns);
  };
  std::apply([&](const auto&, const auto&... table) { (visit_table(table), ...); },
             Tables::kTables);
}

/// The table to whose rows a column refers; empty if it is not one of row numbers.
std::string_view table_of_rows(std::string_view table, std::string_view column) {
  const std::string name = std::string(table) + "." + std::string(column);
  const auto* const rule = std::ranges::find(kRowRules, name, &RowRule::column);
  return rule == std::end(kRowRules) ? std::string_view() : rule->table;
}

}  // namespace

void join(Tables& to, std::vector<Tables>& parts) {
  for_each_joined([&](const auto& table, const auto& column) {
    size_t size = (to.*table.member.*column.member).size();
    for (const Tables& part : parts) size += (part.*table.member.*column.member).size();
    (to.*table.member.*column.member).reserve(size);
  });
  for (Tables& part : parts) {
    std::map<std::string_view, uint32_t> base{{"", 0}};  // of the tables of which it has rows
    for_each_joined([&](const auto& table, const auto& column) {
      const bool one_more =
          kIsOffsets<std::remove_cvref_t<decltype(part.*table.member.*column.member)>>;
      if ((part.*table.member.*column.member).size() == (one_more ? 1 : 0)) return;
      base.try_emplace(table.name, (to.*table.member.*column.member).size() - (one_more ? 1 : 0));
    });
    for_each_joined([&](const auto& table, const auto& column) {
      auto& into = to.*table.member.*column.member;
      const auto& from = part.*table.member.*column.member;
      if constexpr (std::is_same_v<decltype(from), const Column<uint32_t>&>) {
        append_rows(into, from, base[table_of_rows(table.name, column.name)]);
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
