#include "tools/program/actor_choice.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "pipeline/find_game.h"
#include "tools/program/choices.h"
#include "tools/rows/text.h"
#include "tools/rows/wearers.h"

namespace wardrobe {

Result<uint32_t> wearer_named(const TablesView& tables, std::string_view name, uint32_t room) {
  const WearersView& wearers = tables.wearers;
  const std::optional<uint32_t> number = parse_decimal(name);
  const auto named =
      number ? decltype(costumes_by_name(tables, name)){} : costumes_by_name(tables, name);
  if (named.size() > 1) {
    std::vector<std::string> names;
    for (const auto& [one, costumes] : named) names.push_back(one);
    return not_found(
        fmt::format("--actor {}: several have such a name: {}", name, first_names(names)));
  }
  std::optional<uint32_t> found;
  for (uint32_t row = 0; row < wearers.id.size(); ++row) {
    if (wearers.costume[row] == kNone) continue;
    const bool is_meant = number
                              ? wearers.actor[row] == static_cast<int64_t>(*number)
                              : !named.empty() && wearer_name(tables, row) == named.begin()->first;
    if (!is_meant) continue;
    const bool is_there = room != kNone && wearers.room[row] == tables.rooms.number[room];
    if (is_there) return row;
    if (!found) found = row;
  }
  if (found) return *found;
  return not_found(fmt::format(
      "--actor {}: expected the number or a part of the name of an actor; see: wardrobe list "
      "ARCHIVE wearers",
      name));
}

SlotColors recolours_of(const TablesView& tables, uint32_t wearer) {
  SlotColors found;
  for (size_t row = 0; row < tables.recolours.id.size(); ++row) {
    if (tables.recolours.wearer[row] != wearer) continue;
    found.emplace_back(tables.recolours.slot[row], tables.recolours.color[row]);
  }
  return found;
}

Result<SlotColors> look_named(const TablesView& tables, uint32_t costume, uint32_t look) {
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
    if (look == 0) break;
    if (seen.insert(*one).second && seen.size() == size_t{look} + 1) return *one;
  }
  if (look == 0) return SlotColors{};
  return not_found(fmt::format("{} has {}; scripts say no more", costume_text(tables, costume),
                               seen.size() == 1 ? "no look but 0, its own colours"
                                                : fmt::format("looks 0 to {}", seen.size() - 1)));
}

void recolour(const TablesView& tables, uint32_t costume, uint32_t palette,
              const SlotColors& recolours, Look& look) {
  const uint32_t room = tables.costumes.room[costume];
  if (palette == kNone && room != kNone) palette = tables.rooms.palette[room];
  if (palette == kNone) return;
  const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette);
  for (const auto& [slot, color] : recolours) {
    if (slot >= look.colors || 3U * color + 3 > rgb.size()) continue;
    std::ranges::copy(rgb.subspan(size_t{3} * color, 3), &look.palette.rgb[size_t{3} * slot]);
  }
}

void recolour(const SlotColors& recolours, RoomStage& stage) {
  for (const auto& [slot, color] : recolours) stage.actor_colors[slot] = color;
}

}  // namespace wardrobe
