#pragma once

#include <string>

#include "formats/tables.h"

namespace wardrobe {

/// What an archive contains for a game to show, line by line, for tools that compare text. It has
/// no row numbers and no places in files, and is ordered by ids and room numbers: two archives of
/// games of the same version and rooms, packed alike, give the same text if diff() finds no
/// difference.
std::string archive_text(const Tables& tables);

}  // namespace wardrobe
