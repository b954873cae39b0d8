#include "tools/apply/changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace wardrobe {
namespace {

/// Settles the changes of one costume.
class Settler {
 public:
  Settler(const ReadGame& game, uint32_t costume, Redirects redirects)
      : game_(game), entries_(game.tables.entries), costume_(costume), redirects_(redirects) {
    for (const uint32_t entry : entries_of(game.tables, costume)) {
      if (entries_.picture[entry] == kNone) continue;
      entries_of_[game.stored[entry]].push_back(entry);
    }
  }

  /// Adds an edit. If its slots are stored as several pictures, all of them change alike.
  Status add(const PictureEdit& edit) {
    if (slot_of(game_.tables, costume_, edit.entries[0]).limb == kAuxiliaryLimb) {
      return refused(edit.file, edit.entries[0], "auxiliary pictures cannot be edited");
    }
    std::set<uint32_t> stored;
    for (const uint32_t entry : edit.entries) stored.insert(game_.stored[entry]);
    for (const uint32_t row : stored) {
      const std::vector<uint32_t>& shown = entries_of_[row];
      for (const uint32_t entry : shown) {
        if (std::ranges::find(edit.entries, entry) != edit.entries.end()) continue;
        return refused(
            edit.file, edit.entries[0],
            fmt::format("stored together with {}, which the manifest does not list in the same row",
                        slot_text(game_.tables, costume_, entry)));
      }
      changes_[row] = {.stored = row,
                       .entries = shown,
                       .shape = edit.shape,
                       .source = edit.repainted ? PixelSource::own : PixelSource::kept,
                       .pixels = edit.pixels,
                       .file = edit.file,
                       .error = edit.error};
    }
    return ok();
  }

  /// Adds the pictures that redirect to changed ones, and returns all changes.
  Result<CostumeChange> finish() {
    for (const auto& [row, shown] : entries_of_) {
      if (!redirects(row)) continue;
      const auto target = changes_.find(target_of(row));
      if (target == changes_.end() || target->second.source != PixelSource::own) continue;
      TRY(settle_redirect(row, target->second));
    }
    CostumeChange out{costume_, {}, nullptr};
    for (auto& [row, change] : changes_) out.pictures.push_back(std::move(change));
    return out;
  }

 private:
  Error refused(const std::string& file, uint32_t entry, const std::string& message) const {
    return {ErrorCode::damaged, kNoOffset,
            fmt::format("{}: {}: {}", file, slot_text(game_.tables, costume_, entry), message)};
  }

  bool redirects(uint32_t row) const {
    return has_redirect(view(entries_), entries_of_.at(row)[0]);
  }

  /// The stored picture with the data that the redirecting picture `row` shows; kNone if no slot
  /// has it.
  uint32_t target_of(uint32_t row) const {
    const ParsedCostume& costume = game_.costumes[costume_];
    const auto data = [&](uint32_t number) {
      return costume.pictures[number - costume.first_picture].data;
    };
    for (const auto& [other, shown] : entries_of_) {
      if (data(other) == data(row) && !redirects(other)) return other;
    }
    return kNone;
  }

  Status settle_redirect(uint32_t row, const PictureChange& target) {
    const std::vector<uint32_t>& shown = entries_of_[row];
    PictureChange placed{.stored = row,
                         .entries = shown,
                         .shape = shape_at(game_.tables, shown[0]),
                         .pixels = {},
                         .file = target.file,
                         .error = {}};
    PictureChange& change = changes_.try_emplace(row, std::move(placed)).first->second;
    const bool same_size = change.shape.same_size(target.shape);
    if (change.source == PixelSource::own) {
      const bool as_target = same_size && std::ranges::equal(change.pixels, target.pixels);
      if (as_target) change.source = PixelSource::followed;
    } else if (redirects_ == Redirects::keep) {
      change.source = PixelSource::own;
      change.pixels = game_.pixels(entries_.picture[shown[0]]);
    } else if (same_size) {
      change.source = PixelSource::followed;
      change.pixels = target.pixels;
    } else {
      return refused(
          target.file, target.entries[0],
          fmt::format("it is now {}, but {} redirects to it and is {}; keep its size, or use "
                      "--redirects keep to give the others a copy",
                      size_text(target.shape), slot_text(game_.tables, costume_, shown[0]),
                      size_text(change.shape)));
    }
    return ok();
  }

  const ReadGame& game_;
  const Entries& entries_;
  uint32_t costume_;
  Redirects redirects_;
  std::map<uint32_t, std::vector<uint32_t>> entries_of_;  ///< by number of the stored picture
  std::map<uint32_t, PictureChange> changes_;             ///< likewise
};

}  // namespace

Error change_error(const ReadGame& game, uint32_t costume, const PictureChange& picture,
                   const std::string& message) {
  const std::string slot = slot_text(game.tables, costume, picture.entries[0]);
  return {ErrorCode::limit, kNoOffset, fmt::format("{}: {}: {}", picture.file, slot, message)};
}

Result<std::vector<CostumeChange>> settle_changes(const ReadGame& game, const Edits& edits,
                                                  Redirects redirects) {
  std::map<uint32_t, std::vector<const PictureEdit*>> by_costume;
  for (const PictureEdit& edit : edits.pictures) by_costume[edit.costume].push_back(&edit);
  std::map<uint32_t, const ColorEdit*> colors;
  for (const ColorEdit& edit : edits.colors) {
    colors[edit.costume] = &edit;
    by_costume[edit.costume];
  }
  std::vector<CostumeChange> changes;
  for (const auto& [costume, pictures] : by_costume) {
    Settler settler(game, costume, redirects);
    for (const PictureEdit* edit : pictures) {
      TRY(settler.add(*edit));
    }
    ASSIGN_OR_RETURN(CostumeChange change, settler.finish());
    change.colors = colors[costume];
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace wardrobe
