#pragma once

#include <string>

#include "formats/tables.h"
#include "tools/diff/finding.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// The tables of two archives that were compared.
struct DiffTables {
  const Tables& old_tables;
  const Tables& new_tables;
};

/// A finding as `diff --json` prints it: README.md "Findings".
Row finding_row(const DiffTables& tables, const Finding& finding);

/// The id of a pair of costumes: the new one's, or that of the old where there is no new one.
Row pair_id(const DiffTables& tables, Sides costume);

/// How many directions a pair of costumes has, or the one that has more.
uint8_t pair_directions(const DiffTables& tables, Sides costume);

/// What a row of Windows does: "loop 00 01 02", "off".
std::string window_text(const Tables& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
