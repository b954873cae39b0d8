#pragma once

#include <string>
#include <vector>

#include "pipeline/game_input.h"
#include "tools/edit/apply.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// Something that an edit does.
// NOLINTNEXTLINE(bugprone-exception-escape): as for CostumeExport
struct ReportItem {
  Row row;           ///< with a "kind": picture, costume, file, note, warning
  std::string line;  ///< the same for people
  bool warning = false;
};

/// What an edit does, in the order of pictures, costumes, files, notes and warnings.
std::vector<ReportItem> report(const GameInput& input, const EditPlan& plan);

}  // namespace wardrobe
