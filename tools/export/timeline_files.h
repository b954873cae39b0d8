#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/render/palette_choice.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

enum class TimelineFiles : uint8_t {
  gif,   ///< NAME/walk-W.gif
  apng,  ///< NAME/walk-W.apng
  pngs,  ///< NAME/walk-W/001.png, one a tick
};

/// Appends each timeline as files of its own. `painter` draws the plan's frames.
Status add_timelines(const FramePlan& plan, const Tables& tables, const TickPainter& painter,
                     const Look& look, const std::string& name, unsigned tick_ms,
                     TimelineFiles kind, std::vector<ExportFile>& files);

}  // namespace wardrobe
