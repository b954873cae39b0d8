#pragma once

#include <string>
#include <vector>

#include "formats/play_rules.h"
#include "formats/tables.h"
#include "tools/list/given_names.h"
#include "tools/list/text.h"

namespace wardrobe {

/// Names in exports. Names of files contain only letters, digits and "-", and sort like the numbers
/// in them.

/// The names of all rows of Costumes: "costume-012" by the id, or "costume-row012" for a costume
/// without an id of its own. No two are equal.
std::vector<std::string> costume_names(const CostumesView& costumes);

/// The same, with the names of those who wear them, or that a person gave:
/// "costume-012-green-tentacle".
std::vector<std::string> costume_names_with_wearers(const TablesView& tables,
                                                    const GivenNames& names = {});

/// "costume-001/limb-02-003.png"; for an AKOS "costume-001/cel-003.png" or
/// "costume-001/auxiliary-003.png". `costume` is the costume's name.
std::string picture_file_name(const std::string& costume, const Slot& slot);

/// "walk W" or "chore 7 135": the chore and direction as `replay` takes them.
std::string timeline_name(RecordKey key, unsigned directions, Version version);

/// The same for names of files: "walk-W", "chore-007-135".
std::string timeline_file_name(RecordKey key, unsigned directions, Version version);

/// The name of a timeline for Popochiu: "walk_l", "idle_ur", "chore_7_d".
std::string popochiu_name(RecordKey key, Version version);

/// The number with leading zeros: it has at least three digits, and at least as many as `largest`.
std::string padded(uint32_t number, uint32_t largest);

}  // namespace wardrobe
