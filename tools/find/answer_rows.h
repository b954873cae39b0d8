#pragma once

#include <cstdint>
#include <string>

#include "tools/find/costume_match.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// The row of an answer: README.md "Answers". `archive` is the archive's
/// name, and `wearer` who wears the costume.
Row answer_row(const TablesView& tables, const Query& query, const std::string& archive,
               uint32_t costume, const std::string& wearer, const CostumeMatch& found);

/// The row for people: its first line says what was found, the others how and where. `costume` is
/// the costume's label.
std::string answer_text(const Row& row, const std::string& costume);

}  // namespace wardrobe
