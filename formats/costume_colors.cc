#include "formats/costume_colors.h"

#include <algorithm>
#include <numeric>

#include "formats/akos/akos.h"

namespace wardrobe {

uint8_t transparent_value(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  return akos_transparent(costumes.codec[costume],
                          elements_at(costumes.color_offset, costumes.color, costume),
                          tables.game.version[0]);
}

std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.codec[costume] != kAkosRle) {
    std::vector<uint8_t> all(256);
    std::iota(all.begin(), all.end(), uint8_t{0});
    return all;
  }
  const Bytes own = elements_at(costumes.color_offset, costumes.color, costume);
  return {own.begin(), own.end()};
}

std::vector<uint8_t> true_rgb(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.codec[costume] != kAkosRle) return {};
  const Bytes rgb = elements_at(costumes.rgb_offset, costumes.rgb, costume);
  const std::vector<uint8_t> colors = room_colors(tables, costume);
  if (rgb.size() == 3 * colors.size()) return {rgb.begin(), rgb.end()};
  if (rgb.size() != size_t{3} * 256) return {};
  std::vector<uint8_t> chosen(3 * colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    std::copy_n(&rgb[size_t{3} * colors[i]], 3, &chosen[3 * i]);
  }
  return chosen;
}

}  // namespace wardrobe
