#include "tools/edit/slots.h"

#include <algorithm>

#include "formats/akos/akos.h"

namespace wardrobe {

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
  return id != 0 ? "costume " + std::to_string(id) : "costume row " + std::to_string(costume);
}

std::string slot_text(const Tables& tables, uint32_t costume, uint32_t entry) {
  std::string text = costume_text(tables, costume);
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    if (entry < entries.front() || entry - entries.front() >= entries.size()) continue;
    const uint8_t limb = tables.limb_tables.limb[table];
    if (limb != kNoLimb) text += ", limb " + std::to_string(limb);
    text += ", index " + std::to_string(entry - entries.front());
  }
  return text;
}

std::string size_text(const PictureShape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height);
}

}  // namespace wardrobe
