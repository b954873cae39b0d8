#pragma once

#include <string>
#include <vector>

#include "pipeline/find_game.h"
#include "tools/apply/apply.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// One effect of an edit. NOLINTNEXTLINE(bugprone-exception-escape): as for CostumeExport
struct ReportItem {
  Row row;           ///< with a "kind": picture, palette, costume, file, note, warning
  std::string line;  ///< the same as `row`, as text
  bool warning = false;
};

/// The effects of an edit: pictures and palettes, costumes, files, notes and warnings, in this
/// order.
std::vector<ReportItem> report(const GameInput& input, const EditPlan& plan);

}  // namespace wardrobe
