#pragma once

#include <array>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/lock.h"
#include "formats/player/player.h"
#include "formats/tables.h"
#include "tools/library/known_pictures.h"
#include "tools/library/wardrobe.h"

/// What the opaque handles of wardrobe.h point to.

namespace wardrobe {

/// A column of formats/tables.h.
struct KnownColumn {
  const ColumnEntry* entry = nullptr;  ///< null where the archive is older
  uint64_t offset = 0;                 ///< in the image
  uint64_t count = 0;
};

/// How many columns there are in formats/tables.h; an archive holds them in their order there.
inline constexpr size_t kKnownColumns = std::apply(
    [](const auto&... table) {
      const auto columns = []<class Table>(const Named<Table Tables::*>&) {
        return std::tuple_size_v<decltype(Table::kColumns)>;
      };
      return (columns(table) + ...);
    },
    Tables::kTables);

}  // namespace wardrobe

// NOLINTBEGIN(readability-identifier-naming): the names of C.

struct wardrobe_archive {
  wardrobe::Archive archive;
  wardrobe::Counts rows;  ///< of each table
  std::array<wardrobe::KnownColumn, wardrobe::kKnownColumns> known_columns;
  wardrobe::KnownPictures pictures;

  wardrobe_archive(wardrobe::Archive open, wardrobe::Counts counts);

  /// All tables, validated; read when they are first asked for.
  wardrobe::Result<const wardrobe::Tables*> tables() const;

  /// A copy of `text` that lives as long as the archive.
  const char* kept_text(std::string text) const;

 private:
  mutable wardrobe::Mutex reading_tables_;
  mutable std::unique_ptr<const wardrobe::Tables> tables_;
  mutable wardrobe::Mutex keeping_texts_;
  mutable std::set<std::string> texts_;
};

struct wardrobe_player {
  const wardrobe_archive& archive;
  wardrobe::Player player;
  uint32_t steps = 0;
  std::vector<wardrobe::PlayerEvent> events;  ///< of the last step
  std::vector<wardrobe::Cel> cels;

  wardrobe_player(const wardrobe_archive& from, const wardrobe::Tables& tables, uint32_t costume)
      : archive(from), player(tables, costume) {
    player.reset(wardrobe::Direction::south);
  }
};

// NOLINTEND(readability-identifier-naming)
