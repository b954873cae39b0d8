#include "tools/hd/hd_build.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "tools/apply/manifest.h"

namespace wardrobe {
namespace {

Error refused(const std::string& message) {
  return {ErrorCode::not_found, kNoOffset, "--names: " + message};
}

/// The longest name of a file.
constexpr size_t kLongest = 4096;

/// A pattern with numbers in place of its fields, such as {room} or {room:04}; nullopt if it has
/// others.
std::optional<std::string> filled(std::string_view pattern,
                                  const std::map<std::string_view, uint32_t>& fields) {
  std::string name;
  for (size_t open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{')) {
    const size_t close = pattern.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view field = pattern.substr(open + 1, close - open - 1);
    const size_t colon = std::min(field.find(':'), field.size());
    const auto number = fields.find(field.substr(0, colon));
    const std::optional<uint32_t> digits =
        colon == field.size() ? 1 : parse_decimal(field.substr(colon + 1), UINT16_MAX);
    if (number == fields.end() || !digits) return std::nullopt;
    name += fmt::format("{}{:0{}}", pattern.substr(0, open), number->second, *digits);
    if (name.size() > kLongest) return name;
    pattern.remove_prefix(close + 1);
  }
  return name += pattern;
}

/// The name of a slot of a costume, which has the id `index`.
Result<std::string> name_of(const std::string& names, const TablesView& tables, uint32_t costume,
                            uint16_t index, const Slot& slot) {
  const uint32_t room = tables.costumes.room[costume];
  const std::optional<std::string> name =
      filled(names, {{"room", room == kNone ? 0 : tables.rooms.number[room]},
                     {"index", index},
                     {"row", costume},
                     {"limb", slot.limb == kNoLimb ? 0 : slot.limb},
                     {"cel", slot.index}});
  if (!name) {
    return refused(fmt::format(
        "{} has other fields than {{room}}, {{index}}, {{row}}, {{limb}}, {{cel}}, or {{room:04}}",
        names));
  }
  if (name->size() <= kLongest && is_inner_name(*name)) return *name;
  return refused(fmt::format("{} is no name of a file in the output", name->substr(0, kLongest)));
}

/// The ids of a costume; 0 if it has none.
std::vector<uint16_t> ids_of(const CostumesView& costumes, uint32_t costume) {
  std::vector<uint16_t> ids = {costumes.id[costume]};
  const auto aliases = elements_at(costumes.alias_offset, costumes.alias, costume);
  ids.insert(ids.end(), aliases.begin(), aliases.end());
  return ids;
}

/// Finds the names of each picture of the set.
Result<std::vector<std::set<std::string>>> find_names(const HdSet& set, const std::string& names,
                                                      std::set<std::string>& left_out) {
  const TablesView& tables = set.tables();
  std::vector<std::set<std::string>> names_of(set.pictures.size());
  std::map<std::string, uint32_t> picture_of;  // by name
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    for (const uint32_t entry : entries_of(tables, costume)) {
      const uint32_t picture = set.picture_of_entry[entry];
      if (picture == kNone) continue;
      const Slot slot = slot_of(tables, costume, entry);
      std::string before;
      size_t ids = 0;
      for (const uint16_t id : ids_of(tables.costumes, costume)) {
        ASSIGN_OR_RETURN(const std::string name, name_of(names, tables, costume, id, slot));
        if (name == before) break;  // Names do not have the id.
        before = name;
        if (++ids > kMaxNamedIds) {
          return refused(fmt::format("{} has more than {} ids; leave {{index}} out of the names",
                                     costume_text(tables, costume), kMaxNamedIds));
        }
        if (id == 0) {
          ASSIGN_OR_RETURN(const std::string with_id, name_of(names, tables, costume, 1, slot));
          if (name != with_id) {
            left_out.insert(costume_text(tables, costume));
            continue;
          }
        }
        const uint32_t known = picture_of.try_emplace(name, picture).first->second;
        if (known != picture) {
          return refused(fmt::format("{} would be both {} and {}", name, set.pictures[known].file,
                                     set.pictures[picture].file));
        }
        names_of[picture].insert(name);
      }
    }
  }
  return names_of;
}

}  // namespace

Result<HdBuild> build_hd_set(const HdSet& set, const std::string& names, const GiveFile& give) {
  HdBuild out;
  std::set<std::string> left_out;
  ASSIGN_OR_RETURN(const auto names_of, find_names(set, names, left_out));
  for (size_t picture = 0; picture < set.pictures.size(); ++picture) {
    const Result<std::vector<uint8_t>> file = set.load(set.pictures[picture].file);
    if (!file && file.error().code == ErrorCode::not_found) {
      left_out.insert(set.pictures[picture].file);
      continue;
    }
    if (!file) return file.error();
    for (const std::string& name : names_of[picture]) {
      TRY(give(name, *file));
      ++out.files;
      out.bytes += file->size();
    }
  }
  out.left_out.assign(left_out.begin(), left_out.end());
  return out;
}

}  // namespace wardrobe
