#pragma once

#include <span>
#include <string>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// An archive inside a page.
struct PageGame {
  std::string name;                  ///< for display
  const Archive* archive = nullptr;  ///< null: nothing, in a comparison with nothing
};

/// Returns one HTML page, which needs no other file, with all costumes of one archive or several,
/// playing. Fails if an archive is damaged; the error names it.
Result<std::string> gallery_page(std::span<const PageGame> games);

/// Returns a page with a comparison: the findings and both archives. `tables` are those of the
/// games.
Result<std::string> diff_page(const PageGame& old_game, const PageGame& new_game,
                              const DiffTables& tables, const Diff& diff);

}  // namespace wardrobe
