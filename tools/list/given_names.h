#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// The names that a person gave to costumes and chores, as the page saves them
/// (tools/page/README.md "Names").
class GivenNames {
 public:
  /// Reads such a file. What in it is no name is left out.
  static Result<GivenNames> read(std::string_view json);

  /// Whether a file was read.
  bool given() const { return given_; }
  /// Whether they were given to this game; also true if they do not say to which one.
  bool are_for(const TablesView& tables) const;
  /// These names if they are for the game; else none.
  GivenNames of(const TablesView& tables) const;
  /// The name of a row of Costumes; empty: none.
  std::string costume(const TablesView& tables, uint32_t costume) const;
  /// The name of its chore, which no other of its chores has; empty: none.
  std::string chore(const TablesView& tables, uint32_t costume, unsigned chore) const;
  /// All, for a page; null if there are none.
  nlohmann::ordered_json json() const;

 private:
  using Texts = std::map<std::string, std::string>;

  bool given_ = false;
  std::string game_;
  Texts costumes_;                       ///< by id, or by # and row
  std::map<std::string, Texts> chores_;  ///< by the same, and by number
};

}  // namespace wardrobe
