#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// A slot of a pair of costumes; entry kNone: the slot has no visible effect there.
struct SlotPair {
  Slot old_slot;
  Slot new_slot;

  const Slot& any() const { return old_slot.entry != kNone ? old_slot : new_slot; }
  bool has_both_pictures() const { return old_slot.picture != kNone && new_slot.picture != kNone; }
};

std::vector<SlotPair> pair_slots(const std::vector<Slot>& old_slots,
                                 const std::vector<Slot>& new_slots) {
  std::vector<SlotPair> pairs;
  for (auto i = old_slots.begin(), j = new_slots.begin();
       i != old_slots.end() || j != new_slots.end();) {
    const bool only_old = j == new_slots.end() || (i != old_slots.end() && i->stands_before(*j));
    const bool only_new = !only_old && (i == old_slots.end() || j->stands_before(*i));
    SlotPair& pair = pairs.emplace_back();
    if (!only_new) pair.old_slot = *i++;
    if (!only_old) pair.new_slot = *j++;
  }
  return pairs;
}

/// Pixels of a picture, transparent ones all alike.
struct VisiblePixels {
  Bytes pixels;
  uint8_t transparent;

  int seen(size_t at) const { return pixels[at] == transparent ? -1 : pixels[at]; }
};

PixelChange count_changed(const VisiblePixels& before, const VisiblePixels& now, size_t width) {
  PixelChange change;
  int64_t left = 0;
  int64_t top = 0;
  int64_t right = 0;
  int64_t bottom = 0;
  for (size_t at = 0; at < before.pixels.size(); ++at) {
    if (before.seen(at) == now.seen(at)) continue;
    const auto x = static_cast<int64_t>(at % width);
    const auto y = static_cast<int64_t>(at / width);
    if (change.count++ == 0) {
      left = right = x;
      top = y;
    }
    left = std::min(left, x);
    right = std::max(right, x);
    bottom = y;
  }
  if (change.count > 0) change.box = {left, top, right - left + 1, bottom - top + 1};
  return change;
}

/// Whether two pictures are nearly the same: at most one pixel or an eighth of them differ.
bool is_slight(const PixelChange& change, const PictureKey& picture) {
  return change.count <= 1 || 8 * change.count <= uint64_t{picture.width} * picture.height;
}

/// Compares the slots of one pair of costumes.
class SlotComparison {
 public:
  SlotComparison(const DiffInput& old_input, const DiffInput& new_input, const Unread& unread,
                 Sides rows, ShownBudget& budget, std::vector<Finding>& findings)
      : old_(old_input),
        new_(new_input),
        unread_(unread),
        rows_(rows),
        budget_(budget),
        findings_(findings),
        old_slots_(slots_of(old_.tables, rows.old_row)),
        new_slots_(slots_of(new_.tables, rows.new_row)),
        pairs_(pair_slots(old_slots_, new_slots_)) {
    for (const SlotPair& pair : pairs_) {
      const auto old_key = key_of(old_.tables, pair.old_slot);
      const auto new_key = key_of(new_.tables, pair.new_slot);
      const SlotPlace place{pair.any().limb, pair.any().index};
      if (old_key) old_places_.emplace(*old_key, place);
      if (new_key) new_places_.emplace(*new_key, place);
      if (old_key == new_key) continue;
      if (old_key) left_.insert(*old_key);
      if (new_key) came_.insert(*new_key);
    }
  }

  Status compare() {
    for (const SlotPair& pair : pairs_) {
      Status compared = compare_pair(pair);
      if (!compared) return compared;
    }
    return ok();
  }

 private:
  static std::optional<PictureKey> key_of(const Tables& tables, const Slot& slot) {
    if (slot.picture == kNone) return std::nullopt;
    return picture_key(tables, slot.picture);
  }

  Status compare_pair(const SlotPair& pair) {
    const auto old_key = key_of(old_.tables, pair.old_slot);
    const auto new_key = key_of(new_.tables, pair.new_slot);
    if (old_key.has_value() != new_key.has_value() && add_unreadable(pair)) return ok();
    PixelChange change;
    const bool one_size = old_key && new_key && old_key != new_key &&
                          old_key->width == new_key->width && old_key->height == new_key->height;
    if (one_size) {
      if (Status read = read_change(pair, change); !read) return read;
    }
    const bool same = old_key == new_key || (one_size && change.count == 0);
    if (!same && is_table_change(old_key, new_key, one_size, change)) {
      add_table_change(pair, old_key, new_key);
      return ok();
    }
    if (!same) add_picture_change(pair, one_size, change);
    compare_placement(pair);
    return ok();
  }

  /// Of a pair of which one has a picture: whether the other could not be read.
  bool add_unreadable(const SlotPair& pair) {
    const Sides pictures{pair.old_slot.picture, pair.new_slot.picture};
    const Sides failure = unread_.in_costume(rows_, pictures, {pair.any().limb, pair.any().index});
    if (failure == Sides{}) return false;
    add(FindingKind::unreadable, shown_change(pair), "picture");
    findings_.back().failure = failure;
    return true;
  }

  Status read_change(const SlotPair& pair, PixelChange& change) {
    const uint32_t old_picture = pair.old_slot.picture;
    const uint32_t new_picture = pair.new_slot.picture;
    const Result<Bytes> old_pixels = old_.read_pixels(old_picture);
    if (!old_pixels) return old_pixels.error();
    const Result<Bytes> new_pixels = new_.read_pixels(new_picture);
    if (!new_pixels) return new_pixels.error();
    change = count_changed({*old_pixels, old_.tables.pictures.transparent[old_picture]},
                           {*new_pixels, new_.tables.pictures.transparent[new_picture]},
                           old_.tables.pictures.width[old_picture]);
    return ok();
  }

  bool is_table_change(const std::optional<PictureKey>& old_key,
                       const std::optional<PictureKey>& new_key, bool one_size,
                       const PixelChange& change) const {
    if ((new_key && left_.contains(*new_key)) || (old_key && came_.contains(*old_key))) return true;
    if (!old_key || !new_key) return false;
    const bool old_stays = new_places_.contains(*old_key);
    const bool new_was_there = old_places_.contains(*new_key);
    if (old_stays && new_was_there) return true;
    const bool slight = one_size && is_slight(change, *old_key);
    return (old_stays || new_was_there) && !slight;
  }

  void add_table_change(const SlotPair& pair, const std::optional<PictureKey>& old_key,
                        const std::optional<PictureKey>& new_key) {
    const auto find = [](const auto& places, const std::optional<PictureKey>& key) {
      const auto found = key ? places.find(*key) : places.end();
      return found == places.end() ? SlotPlace() : found->second;
    };
    SlotChange change = shown_change(pair);
    change.from = find(old_places_, new_key);
    change.to = find(new_places_, old_key);
    add(FindingKind::limb_table, std::move(change));
  }

  void add_picture_change(const SlotPair& pair, bool one_size, const PixelChange& change) {
    if (one_size) {
      SlotChange of_pixels = slot_change(pair);
      of_pixels.pixels = change;
      add(FindingKind::picture_pixels, std::move(of_pixels));
    } else if (pair.has_both_pictures()) {
      add(FindingKind::picture_size, shown_change(pair));
    } else {
      const bool added = pair.old_slot.picture == kNone;
      add(added ? FindingKind::picture_added : FindingKind::picture_removed, shown_change(pair));
    }
  }

  /// x and y are compared if both slots have a picture; the moves in any case, unless one slot
  /// has no effect at all and the other has a picture: then the picture is what is new or gone.
  void compare_placement(const SlotPair& pair) {
    const auto compare = [&](std::string_view field, const auto& column) {
      const auto at = [&](const Tables& tables, const Slot& slot) {
        return slot.entry == kNone ? int16_t{0} : (tables.entries.*column)[slot.entry];
      };
      if (at(old_.tables, pair.old_slot) == at(new_.tables, pair.new_slot)) return;
      add(FindingKind::picture_placement, shown_change(pair), field);
    };
    if (pair.has_both_pictures()) {
      compare("x", &Entries::x);
      compare("y", &Entries::y);
    }
    const bool moved_only_one = (pair.old_slot.entry == kNone && pair.new_slot.picture != kNone) ||
                                (pair.new_slot.entry == kNone && pair.old_slot.picture != kNone);
    if (moved_only_one) return;
    compare("xinc", &Entries::xinc);
    compare("yinc", &Entries::yinc);
  }

  void add(FindingKind kind, SlotChange change, std::string_view field = {}) {
    findings_.push_back(
        {.kind = kind, .field = field, .costume = rows_, .change = std::move(change)});
  }

  static SlotChange slot_change(const SlotPair& pair) {
    return {.place = {pair.any().limb, pair.any().index},
            .entry = {pair.old_slot.entry, pair.new_slot.entry}};
  }

  /// With the timelines that show the slot.
  SlotChange shown_change(const SlotPair& pair) {
    SlotChange change = slot_change(pair);
    if (!old_shown_) old_shown_.emplace(old_.tables, rows_.old_row, budget_);
    if (!new_shown_) new_shown_.emplace(new_.tables, rows_.new_row, budget_);
    change.unlisted = !old_shown_->complete() || !new_shown_->complete();
    if (change.unlisted) return change;
    std::ranges::set_union(old_shown_->timelines(change.entry.old_row),
                           new_shown_->timelines(change.entry.new_row),
                           std::back_inserter(change.timelines));
    return change;
  }

  const DiffInput& old_;
  const DiffInput& new_;
  const Unread& unread_;
  Sides rows_;
  ShownBudget& budget_;
  std::vector<Finding>& findings_;
  std::vector<Slot> old_slots_;
  std::vector<Slot> new_slots_;
  std::vector<SlotPair> pairs_;
  /// The first slot that shows each picture.
  std::map<PictureKey, SlotPlace> old_places_;
  std::map<PictureKey, SlotPlace> new_places_;
  /// Pictures that some slot no longer shows, and pictures that some slot shows newly.
  std::set<PictureKey> left_;
  std::set<PictureKey> came_;
  std::optional<ShownSlots> old_shown_;
  std::optional<ShownSlots> new_shown_;
};

}  // namespace

Status compare_slots(const DiffInput& old_input, const DiffInput& new_input, const Unread& unread,
                     Sides rows, ShownBudget& budget, std::vector<Finding>& findings) {
  return SlotComparison(old_input, new_input, unread, rows, budget, findings).compare();
}

}  // namespace wardrobe
