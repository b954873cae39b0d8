#pragma once

#include "formats/archive/archive.h"

namespace wardrobe {

/// Copies tables, to change them.
inline Tables copy_of(const TablesView& tables) {
  Tables copy;
  for_each_pair(Tables::kTables, TablesView::kTables, [&](const auto& to, const auto& from) {
    auto& table = copy.*to.member;
    const auto& read = tables.*from.member;
    using Table = std::remove_cvref_t<decltype(table)>;
    using Read = std::remove_cvref_t<decltype(read)>;
    for_each_pair(Table::kColumns, Read::kColumns, [&](const auto& column, const auto& elements) {
      const auto& values = read.*elements.member;
      (table.*column.member).assign(values.begin(), values.end());
    });
  });
  return copy;
}

/// Loads and copies all tables of an archive.
inline Result<Tables> read_tables(const Archive& archive) {
  if (Status loaded = archive.load_all(); !loaded) return loaded.error();
  return copy_of(archive.tables());
}

}  // namespace wardrobe
