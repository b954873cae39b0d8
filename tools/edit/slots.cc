#include "tools/edit/slots.h"

#include <algorithm>

#include "formats/akos/akos.h"

namespace wardrobe {

RowRange entries_of(const Tables& tables, uint32_t costume) {
  const RowRange limb_tables = rows_of(tables.costumes.table_offset, costume);
  const Offsets& offset = tables.limb_tables.entry_offset;
  return {offset[limb_tables.front()], offset[limb_tables.front() + limb_tables.size()]};
}

SlotId slot_of(const Tables& tables, uint32_t costume, uint32_t entry) {
  SlotId slot;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const uint32_t first = rows_of(tables.limb_tables.entry_offset, table).front();
    if (first > entry) break;
    slot = {tables.limb_tables.limb[table], static_cast<uint16_t>(entry - first)};
  }
  return slot;
}

std::optional<uint32_t> entry_at(const Tables& tables, uint32_t costume, const SlotId& slot) {
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    if (tables.limb_tables.limb[table] == slot.limb && slot.index < entries.size()) {
      return entries.front() + slot.index;
    }
  }
  return std::nullopt;
}

PictureShape shape_at(const Tables& tables, uint32_t entry) {
  const uint32_t picture = tables.entries.picture[entry];
  return {tables.pictures.width[picture], tables.pictures.height[picture],
          tables.entries.x[entry],        tables.entries.y[entry],
          tables.entries.xinc[entry],     tables.entries.yinc[entry]};
}

uint32_t color_count(const Tables& tables, uint32_t costume) {
  if (tables.costumes.codec[costume] != kAkosRle) return 256;
  const uint32_t colors = rows_of(tables.costumes.color_offset, costume).size();
  return colors == 32 || colors == 64 ? colors : std::min<uint32_t>(colors, 16);
}

std::string costume_text(const Tables& tables, uint32_t costume) {
  const uint16_t id = tables.costumes.id[costume];
  return id != 0 ? "costume " + std::to_string(id) : "costume #" + std::to_string(costume);
}

std::string slot_text(const Tables& tables, uint32_t costume, const SlotId& slot) {
  const std::string limb = slot.limb == kNoLimb ? "" : "limb " + std::to_string(slot.limb) + ", ";
  return costume_text(tables, costume) + ", " + limb + "index " + std::to_string(slot.index);
}

std::string slot_text(const Tables& tables, uint32_t costume, uint32_t entry) {
  return slot_text(tables, costume, slot_of(tables, costume, entry));
}

std::string beyond_colors(const Tables& tables, uint32_t costume, uint8_t value) {
  return "colour " + std::to_string(value) + " is beyond the costume's " +
         std::to_string(color_count(tables, costume)) + " colours";
}

std::string size_text(const PictureShape& shape) {
  return std::to_string(shape.width) + "×" + std::to_string(shape.height);
}

}  // namespace wardrobe
