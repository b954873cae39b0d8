#include <algorithm>
#include <span>
#include <utility>

#include "formats/player.h"
#include "formats/versions.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

class Search {
 public:
  Search(const TablesView& tables, uint32_t costume, const PlayerRules& numbers,
         uint64_t& slots_left)
      : tables_(tables),
        costume_(costume),
        numbers_(numbers),
        slots_left_(slots_left),
        limbs_(kAuxiliaryLimb + 1, RowRange(0, 0)) {
    const RowRange limb_tables = rows_of(tables.costumes.table_offset, costume);
    for (const uint32_t table : limb_tables) {
      const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
      const uint8_t limb = tables.limb_tables.limb[table];
      if (limb == kNoLimb) {
        std::ranges::fill(std::span(limbs_).first(kLimbs), entries);
      } else {
        limbs_[limb] = entries;
      }
    }
    const auto& offset = tables.limb_tables.entry_offset;
    found_.first_entry = offset[limb_tables.front()];
    found_.by_entry.resize(offset[limb_tables.front() + limb_tables.size()] - found_.first_entry);
  }

  ShownSlots search() {
    bool has_zero_sized = false;
    for (uint32_t i = 0; i < found_.by_entry.size(); ++i) {
      has_zero_sized = has_zero_sized || is_zero_sized(found_.first_entry + i);
    }
    const auto records = records_of(tables_, costume_, numbers_);
    for (const auto& [key, row] : records) {
      show_cels(row, key);
      show_auxiliary(row, key);
      if (!has_zero_sized) continue;
      show_zero_sized(row, key);
      const PlayerRules& rules = facts(tables_.game.version[0]).player;
      for (const NamedChore name : rules.prelude) {
        const auto first = records.find({numbers_.chore(name), key.facing});
        if (first != records.end()) show_zero_sized(first->second, key);
      }
    }
    found_.complete = slots_left_ > 0;
    if (!found_.complete) found_.by_entry.clear();
    return std::move(found_);
  }

 private:
  bool is_zero_sized(uint32_t entry) const {
    return tables_.entries.state[entry] == EntryState::zero_size;
  }

  /// The row of Entries of a slot; kNone if there is no such slot.
  uint32_t entry_at(uint8_t limb, uint16_t index) const {
    return index < limbs_[limb].size() ? limbs_[limb].front() + index : kNone;
  }

  void show(uint32_t entry, const RecordKey& key) {
    auto& timelines = found_.by_entry[entry - found_.first_entry];
    if ((!timelines.empty() && timelines.back() == key) || slots_left_ == 0) return;
    timelines.push_back(key);
    --slots_left_;
  }

  void show_auxiliary(uint32_t timeline, const RecordKey& key) {
    const EventsView& events = tables_.events;
    for (const uint32_t i : rows_of(tables_.timelines.event_offset, timeline)) {
      if (events.kind[i] != EventKind::picture) continue;
      const uint32_t entry = entry_at(kAuxiliaryLimb, static_cast<uint16_t>(events.value[i]));
      if (entry != kNone) show(entry, key);
    }
  }

  void show_cels(uint32_t timeline, const RecordKey& key) {
    const CelsView& cels = tables_.cels;
    for (const uint32_t frame : distinct_frames(tables_.timelines, timeline)) {
      if (slots_left_ == 0) return;
      for (const uint32_t i : rows_of(tables_.frames.cel_offset, frame)) {
        const uint32_t entry = entry_at(cels.limb[i], cels.index[i]);
        if (entry != kNone) show(entry, key);
      }
    }
  }

  void show_zero_sized(uint32_t record, const RecordKey& key) {
    for (const uint32_t i : rows_of(tables_.records.window_offset, record)) {
      const Listing listing = listing_of(tables_, costume_, i);
      for (const uint16_t slot : listing.slots) {
        const uint32_t entry = entry_at(tables_.windows.limb[i], slot);
        if (entry != kNone && is_zero_sized(entry)) show(entry, key);
      }
    }
  }

  const TablesView tables_;
  const uint32_t costume_;
  const PlayerRules& numbers_;
  uint64_t& slots_left_;
  std::vector<RowRange> limbs_;  ///< the entries of each limb
  ShownSlots found_;
};

}  // namespace

ShownSlots shown_slots(const TablesView& tables, uint32_t costume, const PlayerRules& numbers,
                       uint64_t& slots_left) {
  return Search(tables, costume, numbers, slots_left).search();
}

}  // namespace wardrobe
