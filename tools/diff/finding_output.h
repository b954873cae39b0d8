#pragma once

#include <string>

#include "tools/diff/finding.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// A finding as `diff --json` prints it: tools/diff/FINDINGS.md.
Row finding_row(const DiffTables& tables, const Finding& finding);

/// Such a row as one printable line, without its costume and kind.
std::string finding_text(const Row& finding);

/// The id of a costume: the new one, or the old one if the costume is gone; null if it has none.
Row pair_id(const DiffTables& tables, Sides costume);

/// [chore, direction].
Row record_key_row(const DiffTables& tables, Sides costume, const RecordKey& key);

}  // namespace wardrobe
