#pragma once

#include <string>

#include "formats/tables.h"

namespace wardrobe {

/// What an archive holds for a game to show, line by line, for tools that compare texts. Two games
/// of one version of which diff() finds no difference give the same text: it has no row numbers, no
/// places in files, and its order is that of ids and room numbers.
std::string archive_text(const Tables& tables);

}  // namespace wardrobe
