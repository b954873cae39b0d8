#include "formats/costume_colors.h"

#include <algorithm>
#include <numeric>

#include "formats/akos/akos.h"

namespace wardrobe {

uint8_t transparent_value(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  return akos_transparent(
      costumes.codec[costume], elements_at(costumes.color_offset, costumes.color, costume),
      tables.game.version[0], actor_colors(tables.rooms, costumes.room[costume]));
}

std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume, uint32_t room) {
  const CostumesView& costumes = tables.costumes;
  std::vector<uint8_t> colors(256);
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  if (costumes.codec[costume] == kAkosRle) {
    const Bytes own = elements_at(costumes.color_offset, costumes.color, costume);
    colors.assign(own.begin(), own.end());
  } else if (costumes.codec[costume] != kAkosMajMin) {
    return colors;
  }
  const Bytes map = actor_colors(tables.rooms, room);
  if (!map.empty()) {
    for (uint8_t& color : colors) color = map[color];
  }
  return colors;
}

Bytes shadows_of(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.shadow_offset, tables.costumes.shadow, costume);
}

Bytes true_rgb(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.rgb_offset, tables.costumes.rgb, costume);
}

}  // namespace wardrobe
