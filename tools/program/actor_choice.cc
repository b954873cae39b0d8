#include "tools/program/actor_choice.h"

#include <string>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "pipeline/find_game.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"
#include "tools/program/choices.h"

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

}  // namespace wardrobe
