#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/lock.h"
#include "formats/player.h"
#include "formats/tables.h"
#include "tools/library/wardrobe_player.h"

/// The structures behind the opaque handles of wardrobe.h and wardrobe_player.h.

// NOLINTBEGIN(readability-identifier-naming): the names of C.

struct wardrobe_archive {
  wardrobe::Archive archive;

  explicit wardrobe_archive(wardrobe::Archive open) : archive(std::move(open)) {}

  const wardrobe::TablesView& tables() const { return archive.tables(); }

  /// Returns a copy of `text` that lives as long as the archive.
  const char* kept_text(std::string_view text) const {
    const std::lock_guard lock(keeping_texts_);
    return texts_.emplace(text).first->c_str();
  }

 private:
  mutable wardrobe::Mutex keeping_texts_;
  mutable std::set<std::string> texts_;
};

struct wardrobe_player {
  const wardrobe_archive& archive;
  wardrobe::Player player;
  uint32_t steps = 0;
  std::vector<wardrobe::PlayerEvent> events;  ///< of the last step
  std::vector<wardrobe::Cel> cels;

  wardrobe_player(const wardrobe_archive& from, uint32_t costume)
      : archive(from), player(from.tables(), costume) {}
};

// NOLINTEND(readability-identifier-naming)
