#include "tools/render/lookup.h"

#include <algorithm>

namespace wardrobe {

std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id) {
  if (id == 0) return std::nullopt;
  const CostumesView& costumes = tables.costumes;
  for (uint32_t row = 0; row < costumes.id.size(); ++row) {
    if (costumes.id[row] == id) return row;
    const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
    if (std::ranges::find(aliases, id) != aliases.end()) return row;
  }
  return std::nullopt;
}

std::optional<uint32_t> palette_of_room(const TablesView& tables, uint32_t room, uint32_t number) {
  const PalettesView& palettes = tables.palettes;
  for (uint32_t row = 0; row < palettes.room.size(); ++row) {
    if (palettes.room[row] == room && palettes.number[row] == number) return row;
  }
  return std::nullopt;
}

std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number) {
  const std::optional<uint32_t> owner = find_room(tables, room);
  return owner ? palette_of_room(tables, *owner, number) : std::nullopt;
}

std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number) {
  const ColumnView<uint16_t>& numbers = tables.rooms.number;
  const auto found = std::ranges::find(numbers, number);
  if (found == numbers.end()) return std::nullopt;
  return static_cast<uint32_t>(found - numbers.begin());
}

}  // namespace wardrobe
