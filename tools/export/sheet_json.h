#pragma once

#include <string>
#include <string_view>

#include "formats/tables.h"
#include "tools/export/frame_plan.h"
#include "tools/export/json_rows.h"
#include "tools/export/sheet.h"

namespace wardrobe {

/// {"chore":…, "dir":…, "ticks":…, "loop_start":…, "drawn_ticks":…, "drawn_loop_start":…} of a tag
/// of a whole timeline: its user data.
Row tag_row(const FramePlan& plan, const Tables& tables, const PlanTag& tag);

/// The JSON beside a sheet, as Aseprite writes it, with anchors and animations for Phaser and
/// PixiJS. `png` is the name of the sheet's file.
std::string sheet_json(const FramePlan& plan, const Sheet& sheet, const Tables& tables,
                       std::string_view png, unsigned tick_ms);

}  // namespace wardrobe
