#pragma once

#include <string>

#include "formats/tables.h"

namespace wardrobe {

/// The contents of an archive, line by line, for tools that compare text: ROWS.md "Text for git".
/// Ordered by ids and room numbers, without row numbers and positions in files, so that a line
/// changes only if its subject does.
std::string archive_text(const Tables& tables);

}  // namespace wardrobe
