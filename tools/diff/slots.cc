#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

using AnyPicture = std::optional<PictureKey>;

/// A slot of a pair of costumes. It has a visible effect in at least one of them.
struct SlotPair {
  SlotPlace place;
  Sides entry;    ///< rows of Entries; kNone: no visible effect
  Sides picture;  ///< rows of Pictures
  AnyPicture old_key;
  AnyPicture new_key;

  /// Whether the slot shows two different pictures of the same size.
  bool has_one_size() const {
    return old_key && new_key && old_key != new_key && old_key->width == new_key->width &&
           old_key->height == new_key->height;
  }
};

std::vector<SlotPair> pair_slots(const DiffTables& tables, Sides costume) {
  const std::vector<VisibleSlot> olds = slots_of(tables.old_tables, costume.old_row);
  const std::vector<VisibleSlot> news = slots_of(tables.new_tables, costume.new_row);
  std::vector<SlotPair> pairs;
  for (auto i = olds.begin(), j = news.begin(); i != olds.end() || j != news.end();) {
    const bool only_old = j == news.end() || (i != olds.end() && i->place < j->place);
    const bool only_new = !only_old && (i == olds.end() || j->place < i->place);
    SlotPair& pair = pairs.emplace_back();
    const auto take = [&](const TablesView& from, const VisibleSlot& slot, uint32_t Sides::*side,
                          AnyPicture& key) {
      pair.place = slot.place;
      pair.entry.*side = slot.entry;
      pair.picture.*side = slot.picture;
      if (slot.picture != kNone) key = picture_key(from, slot.picture);
    };
    if (!only_new) take(tables.old_tables, *i++, &Sides::old_row, pair.old_key);
    if (!only_old) take(tables.new_tables, *j++, &Sides::new_row, pair.new_key);
  }
  return pairs;
}

/// Whether two pictures are nearly the same: at most one pixel differs, or at most an eighth of
/// all.
bool is_slight(const PixelChange& change, const PictureKey& picture) {
  return change.count <= 1 || 8 * change.count <= uint64_t{picture.width} * picture.height;
}

/// Compares the slots of one pair of costumes.
class SlotComparison {
 public:
  SlotComparison(Comparison& all, Sides rows)
      : all_(all), rows_(rows), pairs_(pair_slots(all.tables, rows)) {
    for (const SlotPair& pair : pairs_) {
      if (pair.old_key) old_places_.emplace(*pair.old_key, pair.place);
      if (pair.new_key) new_places_.emplace(*pair.new_key, pair.place);
      if (pair.old_key == pair.new_key) continue;
      if (pair.old_key) left_.insert(*pair.old_key);
      if (pair.new_key) came_.insert(*pair.new_key);
    }
  }

  Status compare() {
    for (const SlotPair& pair : pairs_) {
      TRY(compare_pair(pair));
    }
    return ok();
  }

 private:
  Status compare_pair(const SlotPair& pair) {
    if (pair.old_key.has_value() != pair.new_key.has_value() && add_unreadable(pair)) return ok();
    PixelChange change;
    if (pair.has_one_size()) {
      // Transparent pixels are equal, whatever their values.
      const auto seen = [](uint8_t pixel, const PictureKey& picture) {
        return pixel == picture.transparent ? -1 : pixel;
      };
      const auto differ = [&](uint8_t a, uint8_t b) {
        return seen(a, *pair.old_key) != seen(b, *pair.new_key);
      };
      ASSIGN_OR_RETURN(change, read_change(all_.old_input.read_pixels, all_.new_input.read_pixels,
                                           pair.picture, pair.old_key->width, differ));
    }
    const bool same = pair.old_key == pair.new_key || (pair.has_one_size() && change.count == 0);
    if (!same && is_table_change(pair, change)) {
      Finding& finding = add(FindingKind::limb_table, pair);
      finding.from = place_of(old_places_, pair.new_key);
      finding.to = place_of(new_places_, pair.old_key);
      return ok();
    }
    if (!same) add_picture_change(pair, change);
    compare_placement(pair);
    return ok();
  }

  /// Call it if only one slot has a picture. Whether the other could not be read; if so, adds that
  /// finding.
  bool add_unreadable(const SlotPair& pair) {
    const Unread& unread = all_.unread(pair.picture);
    const uint32_t failure = unread.in_costume(rows_, pair.place);
    return failure != kNone && unread.mark(add(FindingKind::unreadable, pair), "picture", failure);
  }

  bool is_table_change(const SlotPair& pair, const PixelChange& change) const {
    const AnyPicture& before = pair.old_key;
    const AnyPicture& now = pair.new_key;
    if ((now && left_.contains(*now)) || (before && came_.contains(*before))) return true;
    if (!before || !now) return false;
    const bool old_stays = new_places_.contains(*before);
    const bool new_was_there = old_places_.contains(*now);
    if (old_stays && new_was_there) return true;
    const bool slight = pair.has_one_size() && is_slight(change, *before);
    return (old_stays || new_was_there) && !slight;
  }

  static SlotPlace place_of(const std::map<PictureKey, SlotPlace>& places, const AnyPicture& key) {
    const auto found = key ? places.find(*key) : places.end();
    return found == places.end() ? SlotPlace() : found->second;
  }

  void add_picture_change(const SlotPair& pair, const PixelChange& change) {
    if (pair.has_one_size()) {
      add(FindingKind::picture_pixels, pair).pixels = change;
    } else if (pair.picture.both()) {
      add(FindingKind::picture_size, pair);
    } else {
      const bool added = pair.picture.old_row == kNone;
      add(added ? FindingKind::picture_added : FindingKind::picture_removed, pair);
    }
  }

  /// Compares x and y only if both slots have a picture. Compares the moves, too, unless one slot
  /// has no effect and the other has a picture: then the picture was added or removed.
  void compare_placement(const SlotPair& pair) {
    const auto compare = [&](std::string_view field, const auto& column) {
      const auto at = [&](const TablesView& tables, uint32_t entry) {
        return entry == kNone ? int16_t{0} : (tables.entries.*column)[entry];
      };
      if (at(all_.tables.old_tables, pair.entry.old_row) !=
          at(all_.tables.new_tables, pair.entry.new_row)) {
        add(FindingKind::picture_placement, pair, field);
      }
    };
    if (pair.picture.both()) {
      compare("x", &EntriesView::x);
      compare("y", &EntriesView::y);
    }
    if (!pair.entry.both() && pair.picture != Sides{}) return;
    compare("xinc", &EntriesView::xinc);
    compare("yinc", &EntriesView::yinc);
  }

  /// Adds a finding about a slot. Unless its kind is picture_pixels, lists the timelines that show
  /// the slot.
  Finding& add(FindingKind kind, const SlotPair& pair, std::string_view field = {}) {
    Finding& finding = all_.add(
        {.kind = kind, .field = field, .costume = rows_, .place = pair.place, .row = pair.entry});
    if (kind == FindingKind::picture_pixels) return finding;
    if (!old_shown_) {
      const PlayerRules& numbers = chore_numbers(all_.tables);
      uint64_t& left = all_.shown_slots_left;
      old_shown_ = shown_slots(all_.tables.old_tables, rows_.old_row, numbers, left);
      new_shown_ = shown_slots(all_.tables.new_tables, rows_.new_row, numbers, left);
    }
    finding.unlisted = !old_shown_->complete || !new_shown_->complete;
    if (finding.unlisted) return finding;
    std::ranges::set_union(old_shown_->timelines(pair.entry.old_row),
                           new_shown_->timelines(pair.entry.new_row),
                           std::back_inserter(finding.timelines));
    return finding;
  }

  Comparison& all_;
  const Sides rows_;
  std::vector<SlotPair> pairs_;
  /// The first slot that shows each picture, in either archive.
  std::map<PictureKey, SlotPlace> old_places_;
  std::map<PictureKey, SlotPlace> new_places_;
  /// The pictures that some slot stopped showing, and those that some slot started to show.
  std::set<PictureKey> left_;
  std::set<PictureKey> came_;
  std::optional<ShownSlots> old_shown_;
  std::optional<ShownSlots> new_shown_;
};

}  // namespace

Status compare_slots(Comparison& all, Sides rows) { return SlotComparison(all, rows).compare(); }

}  // namespace wardrobe
