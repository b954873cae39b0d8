#pragma once

#include <vector>

#include "formats/tables.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// The old and the new row of a costume, or the one of them that exists.
struct CostumePair {
  Sides rows;
  bool same_content = false;  ///< both have the same content_hash
};

/// Pairs the costumes of two archives, in the order of Diff::costumes. Each rule applies to the
/// costumes that the rules before it left unpaired:
///
/// 1. same content, and an id (or alias) in common, or neither has an id;
/// 2. same content: the costume's ids changed;
/// 3. an id in common: the costume changed;
/// 4. at least half of their parts (content_parts) in common, most similar pairs first: the costume
///    changed, and so did its ids, or it never had one.
///
/// So a costume is followed to its new id even if another costume took over the old one. Swapping
/// the archives gives the same pairs.
std::vector<CostumePair> match_costumes(const Tables& old_tables, const Tables& new_tables);

/// The ids of a costume, aliases included, in ascending order; empty if it has none.
std::vector<uint16_t> ids_of(const Costumes& costumes, uint32_t row);

}  // namespace wardrobe
