#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tables.h"
#include "tools/list/given_names.h"

namespace wardrobe {

/// Who wears the costumes of an archive, for people. A name that a person gave goes before what
/// scripts say.
class CostumeWearers {
 public:
  explicit CostumeWearers(const TablesView& tables, GivenNames names = {});

  /// "Green Tentacle in lab", "actor 5 in room 7 and 2 more"; empty if no script says it. A name
  /// goes first, of several that beside the costume, and of these the player's.
  std::string text(uint32_t costume) const;
  /// A costume as people are shown it: "costume 5 (Green Tentacle in lab)".
  std::string label(uint32_t costume) const;
  /// The name that goes first; empty: none.
  std::string name(uint32_t costume) const;

 private:
  uint32_t first_of(uint32_t costume) const;
  std::string name_of(uint32_t wearer) const;

  const TablesView& tables_;
  GivenNames names_;
  std::vector<std::vector<uint32_t>> wearers_;       ///< by row of Costumes: rows of Wearers
  std::map<uint16_t, std::string_view> room_names_;  ///< by number
};

/// Rows of a table by their names.
using NamedRows = std::map<std::string, std::set<uint32_t>>;

/// Those whose name contains `part`, in any case; none if it is empty. If one name is `part`, only
/// that.
NamedRows rows_named_like(const NamedRows& all, std::string_view part);

/// The rows of Costumes of each wearer with such a name, and of those that a person named so.
NamedRows costumes_by_name(const TablesView& tables, std::string_view part,
                           const GivenNames& names = {});

}  // namespace wardrobe
