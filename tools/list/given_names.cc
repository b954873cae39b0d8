#include "tools/list/given_names.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "formats/script.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

/// FNV-1a, in 32 bits, of a column.
std::string hash_of(auto column) {
  uint32_t hash = 0x811C9DC5;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(column.data());
  for (size_t i = 0; i < column.size_bytes(); ++i) hash = (hash ^ bytes[i]) * 0x01000193;
  return fmt::format("{:08x}", hash);
}

/// As the page knows a game: by its costumes and their pictures.
std::string game_hash(const TablesView& tables) {
  std::set<uint32_t> shown(tables.entries.picture.begin(), tables.entries.picture.end());
  shown.erase(kNone);
  return hash_of(tables.costumes.offset) + hash_of(tables.costumes.size) +
         hash_of(tables.pictures.xxh64.first(shown.size()));
}

/// Without spaces around it, and no longer than the page lets a name be.
std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  constexpr size_t kMostLetters = 80;
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  text = text.substr(0, text.find_last_not_of(kSpaces) + 1);
  size_t letters = 0;
  const auto end = std::ranges::find_if(text, [&](char c) {
    const bool starts = (static_cast<uint8_t>(c) & 0xC0) != 0x80;
    return starts && ++letters > kMostLetters;
  });
  return {text.begin(), end};
}

std::map<std::string, std::string> texts_of(const Json& json) {
  std::map<std::string, std::string> texts;
  if (!json.is_object()) return texts;
  for (const auto& [key, value] : json.items()) {
    const std::string text = value.is_string() ? trimmed(value.get<std::string>()) : "";
    if (!text.empty()) texts[key] = text;
  }
  return texts;
}

std::string key_of(const TablesView& tables, uint32_t costume) {
  const uint16_t id = tables.costumes.id[costume];
  return id == 0 ? "#" + std::to_string(costume) : std::to_string(id);
}

std::string text_in(const std::map<std::string, std::string>& texts, const std::string& key) {
  const auto found = texts.find(key);
  return found == texts.end() ? "" : found->second;
}

}  // namespace

Result<GivenNames> GivenNames::read(std::string_view text) {
  ASSIGN_OR_RETURN(const Json json, parse_json(text));
  const auto has = [&](const char* key) { return json.is_object() && json.contains(key); };
  const bool has_names = (has("costumes") && json["costumes"].is_object()) ||
                         (has("chores") && json["chores"].is_object());
  if (!has_names) return Error{ErrorCode::damaged, kNoOffset, "there are no names in this file"};
  GivenNames names;
  names.given_ = true;
  if (has("game") && json["game"].is_string()) names.game_ = json["game"];
  if (has("costumes")) names.costumes_ = texts_of(json["costumes"]);
  if (has("chores") && json["chores"].is_object()) {
    for (const auto& [key, chores] : json["chores"].items()) names.chores_[key] = texts_of(chores);
  }
  return names;
}

bool GivenNames::are_for(const TablesView& tables) const {
  return game_.empty() || game_ == game_hash(tables);
}

GivenNames GivenNames::of(const TablesView& tables) const {
  if (are_for(tables)) return *this;
  GivenNames none;
  none.given_ = given_;
  return none;
}

std::string GivenNames::costume(const TablesView& tables, uint32_t costume) const {
  return text_in(costumes_, key_of(tables, costume));
}

std::string GivenNames::chore(const TablesView& tables, uint32_t costume, unsigned chore) const {
  const auto found = chores_.find(key_of(tables, costume));
  if (found == chores_.end()) return "";
  const Texts& names = found->second;
  std::string name = text_in(names, std::to_string(chore));
  const Version version = tables.game.version[0];
  if (name.empty() || name == chore_name(chore, version)) return name;
  const auto has_name = [&](const auto& named) { return named.second == name; };
  const bool is_of_others = std::ranges::count_if(names, has_name) > 1 || chore_of(name, version) ||
                            name.starts_with("chore ");
  return is_of_others ? fmt::format("{} ({})", name, chore) : name;
}

Row GivenNames::json() const {
  if (costumes_.empty() && chores_.empty()) return {};
  return {{"costumes", costumes_}, {"chores", chores_}};
}

}  // namespace wardrobe
