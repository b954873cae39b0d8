#include "tools/render/looks.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "formats/bytes.h"

namespace wardrobe {

SlotColors recolours_of(const TablesView& tables, uint32_t wearer) {
  SlotColors found;
  for (size_t row = 0; row < tables.recolours.id.size(); ++row) {
    if (tables.recolours.wearer[row] != wearer) continue;
    found.emplace_back(tables.recolours.slot[row], tables.recolours.color[row]);
  }
  return found;
}

Result<SlotColors> look_of(const TablesView& tables, uint32_t costume, uint32_t look) {
  if (look == 0) return SlotColors{};
  const RecoloursView& all = tables.recolours;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, SlotColors> statements;
  std::vector<const SlotColors*> order;
  for (size_t row = 0; row < all.id.size(); ++row) {
    if (all.costume[row] != costume) continue;
    const bool worn = all.wearer[row] != kNone;
    SlotColors& of =
        statements[{all.wearer[row], worn ? 0 : all.script[row], worn ? 0 : all.offset[row]}];
    if (of.empty()) order.push_back(&of);
    of.emplace_back(all.slot[row], all.color[row]);
  }
  std::set<SlotColors> seen{{}};
  for (const SlotColors* const one : order) {
    if (seen.insert(*one).second && seen.size() == size_t{look} + 1) return *one;
  }
  return Error{ErrorCode::not_found, kNoOffset,
               "there is no look " + std::to_string(look) + ", only 0 to " +
                   std::to_string(seen.size() - 1)};
}

void recolour(const TablesView& tables, uint32_t costume, std::optional<uint32_t> palette,
              const SlotColors& recolours, Look& look) {
  const uint32_t room = tables.costumes.room[costume];
  uint32_t row = palette.value_or(tables.costumes.default_palette[costume]);
  if (row == kNone && room != kNone) row = tables.rooms.palette[room];
  if (row == kNone) return;
  const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, row);
  for (const auto& [slot, color] : recolours) {
    if (slot >= look.colors || 3U * color + 3 > rgb.size()) continue;
    std::ranges::copy(rgb.subspan(size_t{3} * color, 3), &look.palette.rgb[size_t{3} * slot]);
  }
}

void recolour(const SlotColors& recolours, RoomStage& stage) {
  for (const auto& [slot, color] : recolours) stage.actor_colors[slot] = color;
}

}  // namespace wardrobe
