#pragma once

#include <string>

#include "formats/tables.h"

namespace wardrobe {

/// What an archive contains, line by line, for tools that compare text: ROWS.md "Text for git". It
/// is ordered by ids and room numbers, without row numbers and places in files, so that a line
/// changes only if what it tells does.
std::string archive_text(const Tables& tables);

}  // namespace wardrobe
