#include "pipeline/join.h"

#include <array>
#include <string>

namespace wardrobe {
namespace {

template <class Column>
uint32_t row_count(const Column& column) {
  return static_cast<uint32_t>(column.size() - (kIsOffsets<Column> ? 1 : 0));
}

}  // namespace

void join(Tables& to, std::vector<Tables>& parts) {
  std::vector<size_t> sizes;
  for (const Tables& part : parts) {
    size_t i = 0;
    for_each_column(part, [&](const auto&, const auto& column) {
      if (i == sizes.size()) sizes.push_back(0);
      sizes[i++] += column.size();
    });
  }
  size_t i = 0;
  for_each_column(to, [&](const auto&, auto& column) {
    if (i < sizes.size()) column.reserve(column.size() + sizes[i++]);
  });
  for (Tables& part : parts) {
    truncate_table(part.game, 0);
    std::array<uint32_t, kTableIds> base{};  // of the tables of which the part has rows, else 0
    zip_columns(
        [&](const ColumnInfo& info, const auto& into, const auto& from) {
          if (info.is_list || row_count(from) == 0) return;
          base[static_cast<size_t>(info.table)] = row_count(into);
        },
        to, part);
    zip_columns(
        [&](const ColumnInfo& info, auto& into, const auto& from) {
          if constexpr (std::is_same_v<decltype(into), Column<uint32_t>&>) {
            const auto& table = info.bounds.row_of;
            append_rows(into, from, table ? base[static_cast<size_t>(*table)] : 0);
          } else {
            append(into, from);
          }
        },
        to, part);
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
