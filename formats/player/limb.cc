#include "formats/player/limb.h"

namespace wardrobe {

std::vector<DrawnEntry> drawn_entries(const TablesView& tables, uint32_t limb_table) {
  const EntriesView& from = tables.entries;
  std::vector<DrawnEntry> entries;
  for (const uint32_t row : rows_of(tables.limb_tables.entry_offset, limb_table)) {
    const uint32_t picture = from.picture[row];
    const uint16_t width = picture == kNone ? uint16_t{0} : tables.pictures.width[picture];
    entries.push_back({picture, from.x[row], from.y[row], from.xinc[row], from.yinc[row], width,
                       from.state[row]});
  }
  return entries;
}

}  // namespace wardrobe
