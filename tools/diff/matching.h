#pragma once

#include <vector>

#include "formats/tables.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// A costume of the old archive, one of the new, or both where they are the same costume.
struct CostumePair {
  Sides rows;
  bool same_content = false;  ///< content_hash of both is the same
};

/// Which costume is which, in the order of Diff::costumes. Each rule takes from what the ones
/// before left:
///
/// 1. the same content, and an id (or alias) in common, or no id at all;
/// 2. the same content: the costume got other ids;
/// 3. an id in common: the costume changed;
/// 4. at least half of its parts (content_parts) in common, the most alike first: the costume
///    changed, and got other ids or never had one.
///
/// So a costume whose id another took over is followed to its new id. The other way round gives
/// the same pairs.
std::vector<CostumePair> match_costumes(const Tables& old_tables, const Tables& new_tables);

/// The ids of a costume, the lowest first; none: no id leads to it.
std::vector<uint16_t> ids_of(const Costumes& costumes, uint32_t row);

}  // namespace wardrobe
