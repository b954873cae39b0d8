#pragma once

#include <cstdint>
#include <string>

#include "tools/find/costume_match.h"
#include "tools/rows/rows.h"

namespace wardrobe {

/// The row of an answer: README.md "Answers". `archive` is the archive's name.
Row answer_row(const TablesView& tables, const Query& query, const std::string& archive,
               uint32_t costume, const CostumeMatch& found);

/// The row for people: its first line says what was found, the others how and where.
std::string answer_text(const Row& row);

}  // namespace wardrobe
