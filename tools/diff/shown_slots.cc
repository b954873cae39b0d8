#include <algorithm>

#include "formats/player/player.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

bool is_zero_sized(const Tables& tables, uint32_t entry) {
  return EntryState{tables.entries.state[entry]} == EntryState::zero_size;
}

/// The distinct frames of a row of Timelines, sorted.
std::vector<uint32_t> distinct_frames(const Timelines& lines, uint32_t row) {
  const auto ticks = elements_at(lines.tick_offset, lines.tick, row);
  std::vector<uint32_t> frames(ticks.begin(), ticks.end());
  std::ranges::sort(frames);
  // clang 14 rejects std::ranges::unique of libstdc++ 12.
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

RowRange entries_of(const Tables& tables, uint32_t costume) {
  const RowRange limb_tables = rows_of(tables.costumes.table_offset, costume);
  const Offsets& offset = tables.limb_tables.entry_offset;
  return {offset[limb_tables.front()], offset[limb_tables.front() + limb_tables.size()]};
}

}  // namespace

EntryIndex::EntryIndex(const Tables& tables, uint32_t costume)
    : entries_(entries_of(tables, costume)), limbs_(kLimbs, RowRange(0, 0)) {
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    const uint8_t limb = tables.limb_tables.limb[table];
    if (limb == kNoLimb) {
      std::ranges::fill(limbs_, entries);
    } else {
      limbs_[limb] = entries;
    }
  }
}

ShownSlots::ShownSlots(const Tables& tables, uint32_t costume, ShownBudget& budget)
    : budget_(budget) {
  const EntryIndex index(tables, costume);
  first_entry_ = index.entries().front();
  by_entry_.resize(index.entries().size());
  bool has_zero_sized = false;
  for (const uint32_t entry : index.entries()) {
    has_zero_sized = has_zero_sized || is_zero_sized(tables, entry);
  }
  const auto records = records_of(tables, costume);
  for (const auto& [key, row] : records) {
    show_cels(tables, row, key, index);
    if (!has_zero_sized) continue;
    show_zero_sized(tables, costume, row, key, index);
    const auto init = records.find({kChoreInit, key.facing});
    if (init != records.end()) show_zero_sized(tables, costume, init->second, key, index);
  }
  complete_ = budget.slots > 0 && budget.cels > 0;
  if (!complete_) by_entry_.clear();
}

const std::vector<RecordKey>& ShownSlots::timelines(uint32_t entry) const {
  static const std::vector<RecordKey> kNoTimelines;
  return entry == kNone || !complete_ ? kNoTimelines : by_entry_[entry - first_entry_];
}

void ShownSlots::show(uint32_t entry, const RecordKey& key) {
  auto& timelines = by_entry_[entry - first_entry_];
  if ((!timelines.empty() && timelines.back() == key) || budget_.slots == 0) return;
  timelines.push_back(key);
  --budget_.slots;
}

void ShownSlots::show_cels(const Tables& tables, uint32_t timeline, const RecordKey& key,
                           const EntryIndex& index) {
  for (const uint32_t frame : distinct_frames(tables.timelines, timeline)) {
    const RowRange cels = rows_of(tables.frames.cel_offset, frame);
    budget_.cels -= std::min<uint64_t>(budget_.cels, cels.size());
    if (budget_.cels == 0 || budget_.slots == 0) return;
    for (const uint32_t i : cels) {
      const uint32_t entry = index.entry(tables.cels.limb[i], tables.cels.index[i]);
      if (entry != kNone) show(entry, key);
    }
  }
}

void ShownSlots::show_zero_sized(const Tables& tables, uint32_t costume, uint32_t record,
                                 const RecordKey& key, const EntryIndex& index) {
  for (const uint32_t i : rows_of(tables.records.window_offset, record)) {
    for (const uint16_t slot : slots_named_by(tables, costume, i)) {
      const uint32_t entry = index.entry(tables.windows.limb[i], slot);
      if (entry != kNone && is_zero_sized(tables, entry)) show(entry, key);
    }
  }
}

}  // namespace wardrobe
