#pragma once

#include <string>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/render/palette_choice.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

/// Each timeline as files of its own: NAME/walk-W.gif, NAME/walk-W.png (APNG), or the folder
/// NAME/walk-W of numbered PNGs, one a tick. `painter` draws the plan's frames.
Status export_timelines(const FramePlan& plan, const Tables& tables, const TickPainter& painter,
                        const Look& look, const std::string& name, const ExportOptions& options,
                        CostumeExport& out);

}  // namespace wardrobe
