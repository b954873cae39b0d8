#include <array>
#include <string>
#include <string_view>

#include "tools/rows/rows.h"
#include "tools/rows/text.h"

namespace wardrobe {
namespace {

constexpr std::array<std::string_view, kScriptKinds> kKindNames = {"global", "entry", "exit",
                                                                   "local", "object"};
constexpr std::array<std::string_view, 4> kNameFrom = {"", "command", "script", "actor"};
constexpr std::array<std::string_view, 3> kRoomFrom = {"", "script", "placed"};
constexpr std::array<std::string_view, kChoreRoles> kRoleNames = {"",      "init", "walk",
                                                                  "stand", "talk", "talk_stop"};

template <class Names, class Value>
Row word(const Names& names, Value value) {
  const std::string_view name = names[static_cast<size_t>(value)];
  return name.empty() ? Row() : Row(name);
}

Row said(int32_t number) { return or_null(number, kUnsaid); }

/// A row of Scripts, and the place of an instruction in it.
Row script_row(const TablesView& tables, uint32_t script, uint32_t offset) {
  if (script == kNone) return {};
  const ScriptsView& scripts = tables.scripts;
  return {{"kind", kKindNames[static_cast<size_t>(scripts.kind[script])]},
          {"number", or_null(scripts.number[script], 0)},
          {"room", room_number(tables, scripts.room[script])},
          {"offset", offset}};
}

}  // namespace

std::string wearer_name(const TablesView& tables, uint32_t wearer) {
  return game_text(elements_at(tables.wearers.name_offset, tables.wearers.name, wearer),
                   tables.game.version[0]);
}

void wearer_rows(const TablesView& tables, const GiveRow& give) {
  const WearersView& wearers = tables.wearers;
  for (uint32_t row = 0; row < wearers.id.size(); ++row) {
    const std::string name = wearer_name(tables, row);
    give({{"costume", wearers.id[row]},
          {"costume_row", or_null(wearers.costume[row], kNone)},
          {"actor", said(wearers.actor[row])},
          {"ego", wearers.ego[row] != 0},
          {"name", name.empty() ? Row() : Row(name)},
          {"name_from", word(kNameFrom, wearers.name_from[row])},
          {"room", or_null(wearers.room[row], 0)},
          {"room_from", word(kRoomFrom, wearers.room_from[row])},
          {"script", script_row(tables, wearers.script[row], wearers.offset[row])},
          {"talk_color", said(wearers.talk_color[row])},
          {"x", said(wearers.x[row])},
          {"y", said(wearers.y[row])},
          {"scale", said(wearers.scale[row])},
          {"plane", said(wearers.plane[row])},
          {"walk", said(wearers.walk[row])},
          {"stand", said(wearers.stand[row])},
          {"init", said(wearers.init[row])},
          {"talk", said(wearers.talk[row])},
          {"talk_stop", said(wearers.talk_stop[row])}});
  }
}

void recolour_rows(const TablesView& tables, const GiveRow& give) {
  const RecoloursView& recolours = tables.recolours;
  for (size_t row = 0; row < recolours.id.size(); ++row) {
    give({{"costume", recolours.id[row]},
          {"costume_row", or_null(recolours.costume[row], kNone)},
          {"actor", said(recolours.actor[row])},
          {"slot", recolours.slot[row]},
          {"color", recolours.color[row]},
          {"script", script_row(tables, recolours.script[row], recolours.offset[row])}});
  }
}

void call_rows(const TablesView& tables, const GiveRow& give) {
  const CallsView& calls = tables.calls;
  for (size_t row = 0; row < calls.id.size(); ++row) {
    give({{"costume", calls.id[row]},
          {"costume_row", or_null(calls.costume[row], kNone)},
          {"actor", said(calls.actor[row])},
          {"chore", calls.chore[row]},
          {"role", word(kRoleNames, calls.role[row])},
          {"script", script_row(tables, calls.script[row], calls.offset[row])}});
  }
}

}  // namespace wardrobe
