#pragma once

#include <string>
#include <vector>

#include "formats/player/direction.h"
#include "formats/tables.h"

namespace wardrobe {

/// Names in exports. Names of files sort like their numbers and contain only letters, digits and
/// "-".

/// The name of each row of Costumes: "costume-012", by its id, or "costume-row012" if it has no id
/// of its own. All names differ.
std::vector<std::string> costume_names(const Costumes& costumes);

/// "walk W" or "chore 7 135", as `replay` takes chore and direction.
std::string timeline_name(RecordKey key, unsigned directions, int version);

/// The same, for names of files: "walk-W", "chore-007-135".
std::string timeline_file_name(RecordKey key, unsigned directions, int version);

/// The number with leading zeros: at least three digits, and at least as many digits as `largest`
/// has.
std::string padded(uint32_t number, uint32_t largest);

}  // namespace wardrobe
