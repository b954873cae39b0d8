#include "tools/hd/hd_build.h"

#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tools/edit/manifest.h"

namespace wardrobe {
namespace {

Error refused(const std::string& message) {
  return {ErrorCode::not_found, kNoOffset, "--names: " + message};
}

/// The name of a slot of a costume, which has the id `index`.
Result<std::string> name_of(const std::string& names, const TablesView& tables, uint32_t costume,
                            uint16_t index, const Slot& slot) {
  constexpr size_t kLongest = 4096;
  const uint32_t room = tables.costumes.room[costume];
  std::string name;
  try {
    const auto end = fmt::format_to_n(
        std::back_inserter(name), kLongest, fmt::runtime(names),
        fmt::arg("room", room == kNone ? 0 : tables.rooms.number[room]), fmt::arg("index", index),
        fmt::arg("row", costume), fmt::arg("limb", slot.limb == kNoLimb ? 0 : slot.limb),
        fmt::arg("cel", slot.index));
    if (end.size <= kLongest && is_inner_name(name)) return name;
  } catch (const fmt::format_error&) {
    return refused(fmt::format(
        "{} has other fields than {{room}}, {{index}}, {{row}}, {{limb}}, {{cel}}, or {{room:04}}",
        names));
  }
  return refused(fmt::format("{} is no name of a file in the output", name));
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
      for (const uint16_t id : ids_of(tables.costumes, costume)) {
        ASSIGN_OR_RETURN(const std::string name, name_of(names, tables, costume, id, slot));
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
