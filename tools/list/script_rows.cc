#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"

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

/// What its makers called a costume, outside of scripts; empty: nothing.
std::string made_name(const TablesView& tables, uint32_t costume) {
  return game_text(elements_at(tables.costumes.name_offset, tables.costumes.name, costume),
                   tables.game.version[0]);
}

}  // namespace

std::string script_text(const Row& script) {
  if (script.is_null()) return "the start of the game";
  std::string text = script["kind"];
  if (!script["number"].is_null()) text += " " + json_text(script["number"]);
  if (!script["room"].is_null()) text += " of room " + json_text(script["room"]);
  return text + " at " + json_text(script["offset"]);
}

std::string wearer_name(const TablesView& tables, uint32_t wearer) {
  return game_text(elements_at(tables.wearers.name_offset, tables.wearers.name, wearer),
                   tables.game.version[0]);
}

CostumeWearers::CostumeWearers(const TablesView& tables, GivenNames names)
    : tables_(tables), names_(std::move(names)), wearers_(tables.costumes.id.size()) {
  for (uint32_t row = 0; row < tables.wearers.id.size(); ++row) {
    const uint32_t costume = tables.wearers.costume[row];
    if (costume != kNone) wearers_[costume].push_back(row);
  }
  for (uint32_t row = 0; row < tables.rooms.number.size(); ++row) {
    room_names_.try_emplace(tables.rooms.number[row],
                            text_at(tables.rooms.name_offset, tables.rooms.name, row));
  }
}

std::string CostumeWearers::name_of(uint32_t wearer) const {
  const int32_t actor = tables_.wearers.actor[wearer];
  const std::string name = wearer_name(tables_, wearer);
  return name.empty() && actor != kUnsaid ? "actor " + std::to_string(actor) : name;
}

uint32_t CostumeWearers::first_of(uint32_t costume) const {
  const WearersView& wearers = tables_.wearers;
  uint32_t first = kNone;
  const auto rank = [&](uint32_t wearer) {
    const NameFrom from = wearers.name_from[wearer];
    return std::pair(from == NameFrom::none, 2 * static_cast<int>(from) - wearers.ego[wearer]);
  };
  for (const uint32_t wearer : wearers_[costume]) {
    if (name_of(wearer).empty()) continue;
    if (first == kNone || rank(wearer) < rank(first)) first = wearer;
  }
  return first;
}

std::string CostumeWearers::name(uint32_t costume) const {
  if (std::string given = names_.costume(tables_, costume); !given.empty()) return given;
  const uint32_t first = first_of(costume);
  std::string name = first == kNone ? "" : wearer_name(tables_, first);
  return name.empty() ? made_name(tables_, costume) : name;
}

std::string CostumeWearers::text(uint32_t costume) const {
  if (std::string given = names_.costume(tables_, costume); !given.empty()) return given;
  const uint32_t first = first_of(costume);
  const bool has_name = first != kNone && !wearer_name(tables_, first).empty();
  std::string made = has_name ? "" : made_name(tables_, costume);
  if (first == kNone || !made.empty()) return made;
  std::set<std::string> names;
  for (const uint32_t wearer : wearers_[costume]) names.insert(name_of(wearer));
  names.erase("");
  std::string text = name_of(first);
  if (const uint16_t room = tables_.wearers.room[first]; room != 0) {
    const auto name = room_names_.find(room);
    const bool is_known = name != room_names_.end() && !name->second.empty();
    text += " in " + (is_known ? std::string(name->second) : "room " + std::to_string(room));
  }
  if (names.size() > 1) text += " and " + std::to_string(names.size() - 1) + " more";
  return text;
}

std::string CostumeWearers::label(uint32_t costume) const {
  const std::string wearer = text(costume);
  return costume_text(tables_, costume) + (wearer.empty() ? "" : " (" + wearer + ")");
}

NamedRows rows_named_like(const NamedRows& all, std::string_view part) {
  const auto lower = [](std::string text) {
    for (char& letter : text) {
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return text;
  };
  const std::string wanted = lower(std::string(part));
  NamedRows found;
  if (wanted.empty()) return found;
  for (const auto& named : all) {
    if (lower(named.first) == wanted) return {named};
    if (lower(named.first).find(wanted) != std::string::npos) found.insert(named);
  }
  return found;
}

NamedRows costumes_by_name(const TablesView& tables, std::string_view part,
                           const GivenNames& names) {
  NamedRows all;
  for (uint32_t row = 0; row < tables.wearers.id.size(); ++row) {
    const uint32_t costume = tables.wearers.costume[row];
    if (costume != kNone) all[wearer_name(tables, row)].insert(costume);
  }
  for (uint32_t row = 0; row < tables.costumes.id.size(); ++row) {
    all[names.costume(tables, row)].insert(row);
    all[made_name(tables, row)].insert(row);
  }
  all.erase("");
  return rows_named_like(all, part);
}

Row name_bytes(Bytes name) {
  const bool is_ascii = std::ranges::all_of(name, [](uint8_t byte) { return byte < 0x80; });
  return is_ascii ? Row() : Row(hex_text(name));
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
          {"name_bytes", name_bytes(elements_at(wearers.name_offset, wearers.name, row))},
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
