#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/find/costume_match.h"
#include "tools/find/match.h"
#include "tools/find/query.h"
#include "tools/list/given_names.h"
#include "tools/list/rows.h"
#include "tools/render/render.h"

namespace wardrobe {

/// A costume in the image.
struct Answer {
  MatchKind kind = MatchKind::part;  ///< of its best picture
  uint32_t score = 0;
  Box box;                ///< of that picture
  Row row;                ///< README.md "Answers"
  std::string costume{};  ///< for people
};

/// Searches an archive for what the image shows. `archive` is its name; `names` are what a person
/// named its costumes.
Result<std::vector<Answer>> find_in(const OpenArchive& open, const std::string& archive,
                                    const Query& query, GivenNames names = {});

/// Puts the best answers first, and leaves out those that explain less of the image than another
/// one in the same place.
void rank(std::vector<Answer>& answers);

}  // namespace wardrobe
