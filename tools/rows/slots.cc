#include "tools/rows/slots.h"

#include <algorithm>

#include <fmt/core.h>

#include "tools/rows/row.h"

namespace wardrobe {

RowRange entries_of(const TablesView& tables, uint32_t costume) {
  const RowRange limb_tables = rows_of(tables.costumes.table_offset, costume);
  const auto& offset = tables.limb_tables.entry_offset;
  return {offset[limb_tables.front()], offset[limb_tables.front() + limb_tables.size()]};
}

Slot slot_of(const TablesView& tables, uint32_t costume, uint32_t entry) {
  Slot slot;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const uint32_t first = rows_of(tables.limb_tables.entry_offset, table).front();
    if (first > entry) break;
    slot = {tables.limb_tables.limb[table], static_cast<uint16_t>(entry - first)};
  }
  return slot;
}

std::optional<uint32_t> entry_at(const TablesView& tables, uint32_t costume, const Slot& slot) {
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    if (tables.limb_tables.limb[table] == slot.limb && slot.index < entries.size()) {
      return entries.front() + slot.index;
    }
  }
  return std::nullopt;
}

uint32_t entry_of_cel(const TablesView& tables, uint32_t costume, uint32_t cel) {
  const bool has_limbs = tables.costumes.kind[costume] == Kind::cost;
  const uint8_t limb = has_limbs ? tables.cels.limb[cel] : kNoLimb;
  return entry_at(tables, costume, {limb, tables.cels.index[cel]}).value_or(kNone);
}

std::set<uint32_t> entries_shown(const TablesView& tables, uint32_t costume,
                                 std::span<const unsigned> chores) {
  std::set<uint32_t> frames;
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    const unsigned directions = tables.costumes.directions[costume];
    const unsigned chore = record_key(tables.records.number[row], directions).chore;
    if (std::ranges::find(chores, chore) == chores.end()) continue;
    const auto ticks = elements_at(tables.timelines.tick_offset, tables.timelines.tick, row);
    frames.insert(ticks.begin(), ticks.end());
  }
  std::set<uint32_t> entries;
  for (const uint32_t frame : frames) {
    for (const uint32_t cel : rows_of(tables.frames.cel_offset, frame)) {
      entries.insert(entry_of_cel(tables, costume, cel));
    }
  }
  entries.erase(kNone);
  return entries;
}

bool has_redirect(const EntriesView& entries, uint32_t entry) {
  constexpr uint8_t kNoRedirect = 0xFF;
  return entries.redirect_limb[entry] != kNoLimb || entries.redirect_index[entry] != kNoRedirect;
}

Row slot_row(const Slot& slot) {
  return Row::array({slot.limb == kNoLimb ? Row() : Row(slot.limb), slot.index});
}

std::string costume_text(const TablesView& tables, uint32_t costume) {
  const uint16_t id = tables.costumes.id[costume];
  return id != 0 ? fmt::format("costume {}", id) : fmt::format("costume @{}", costume);
}

std::string slot_text(const TablesView& tables, uint32_t costume, const Slot& slot) {
  const std::string costume_name = costume_text(tables, costume);
  if (slot.limb == kAuxiliaryLimb) {
    return fmt::format("{}, auxiliary picture {}", costume_name, slot.index);
  }
  const std::string limb = slot.limb == kNoLimb ? "" : fmt::format("limb {}, ", slot.limb);
  return fmt::format("{}, {}index {}", costume_name, limb, slot.index);
}

std::string slot_text(const TablesView& tables, uint32_t costume, uint32_t entry) {
  return slot_text(tables, costume, slot_of(tables, costume, entry));
}

}  // namespace wardrobe
