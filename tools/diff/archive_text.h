#pragma once

#include <string>

#include "formats/tables.h"

namespace wardrobe {

/// Returns the contents of an archive line by line, for tools that compare text (ROWS.md "Text for
/// git"). The lines are ordered by ids and room numbers, and have no row numbers and no positions
/// in files: a line changes only if its subject changes.
std::string archive_text(const TablesView& tables);

}  // namespace wardrobe
