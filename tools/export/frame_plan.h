#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/column.h"
#include "formats/player/drawn_loop.h"
#include "formats/player/trace.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/json_rows.h"
#include "tools/render/render.h"

namespace wardrobe {

/// A named run of frames in sheets, .aseprite files and Godot.
/// NOLINTNEXTLINE(bugprone-exception-escape): as for CostumeExport
struct PlanTag {
  std::string name;  ///< "walk W"; "walk W loop": the part that repeats, after an intro
  uint32_t first = 0;
  uint32_t last = 0;
  bool repeats = false;
  /// For a tag of a whole timeline its user data: {"chore":…, "dir":…, "ticks":…, "loop_start":…,
  /// "drawn_ticks":…, "drawn_loop_start":…}; null for a tag of a part.
  Row data;
};

/// A layer holds the cels of a limb. If frames draw a limb several times, its first cel is on "limb
/// 3", its second on "limb 3 (2)".
struct Layer {
  std::string name;
  uint8_t limb = 0;
};

/// The frames of a costume: frame K is the same in every format. Timelines are in their order;
/// equal consecutive ticks are one frame, except that a loop begins with a frame of its own. All
/// frames show the same box, so that the anchor is at the same place in each.
struct FramePlan {
  uint32_t costume = 0;  ///< row of Costumes
  Rect box;              ///< holds every cel
  Trace frames;          ///< one tick a frame, without events

  // Frames:
  Column<uint32_t> look;   ///< row of Frames: equal for frames that look the same
  Column<uint32_t> ticks;  ///< number of ticks that show it

  // Timelines:
  Column<uint32_t> timeline;  ///< row of Timelines
  Offsets frame_offset;
  std::vector<Loop> loop;              ///< the ticks that its frames show
  Column<uint32_t> loop_frame;         ///< the frame after the last; kNone if truncated
  std::vector<std::string> file_name;  ///< "walk-W"

  std::vector<PlanTag> tags;
};

/// The number of frames that .aseprite files can have, and the width and height of their canvas.
inline constexpr uint32_t kMaxPlanFrames = 65535;
inline constexpr int64_t kMaxPlanSide = 65535;

/// Each frame lasts at most `most_ticks` ticks, at least 1. An error if a limit is exceeded
/// (LIMITS.md).
Result<FramePlan> make_frame_plan(const Tables& tables, uint32_t costume, uint32_t most_ticks,
                                  LoopBy by);

/// From the bottom up: limbs in rising order.
std::vector<Layer> layers_of(const FramePlan& plan);

}  // namespace wardrobe
