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

/// A named run of frames, as sheets, .aseprite files and Godot know them.
// NOLINTNEXTLINE(bugprone-exception-escape): as for CostumeExport
struct PlanTag {
  std::string name;  ///< "walk W"; "walk W loop": the part that repeats, behind an intro
  uint32_t first = 0;
  uint32_t last = 0;
  bool repeats = false;
  /// Of a whole timeline, its user data: {"chore":…, "dir":…, "ticks":…, "loop_start":…,
  /// "drawn_ticks":…, "drawn_loop_start":…}; null of a part.
  Row data;
};

/// A layer holds the cels of a limb. Where frames draw a limb several times, its first cel is on
/// "limb 3", its second on "limb 3 (2)".
struct Layer {
  std::string name;
  uint8_t limb = 0;
};

/// The frames of a costume: frame K is the same in every format. The timelines stand in their
/// order; equal ticks in a row are one frame, except that a loop begins with a frame of its own.
/// All frames show one box, so that the anchor is at one place of them.
struct FramePlan {
  uint32_t costume = 0;  ///< row of Costumes
  Rect box;              ///< holds every cel
  Trace frames;          ///< one tick a frame, without events

  // Frames:
  Column<uint32_t> look;   ///< row of Frames: equal for frames that look the same
  Column<uint32_t> ticks;  ///< for how many ticks it is shown

  // Timelines:
  Column<uint32_t> timeline;  ///< row of Timelines
  Offsets frame_offset;
  std::vector<Loop> loop;              ///< the ticks that its frames show
  Column<uint32_t> loop_frame;         ///< the one after the last; kNone if truncated
  std::vector<std::string> file_name;  ///< "walk-W"

  std::vector<PlanTag> tags;
};

/// The number of frames that .aseprite files can have, and the width and height of their canvas.
inline constexpr uint32_t kMaxPlanFrames = 65535;
inline constexpr int64_t kMaxPlanSide = 65535;

/// Frames last at most `most_ticks`, at least 1. An error if there are more frames or pixels than
/// in anything real.
Result<FramePlan> make_frame_plan(const Tables& tables, uint32_t costume, uint32_t most_ticks,
                                  LoopBy by);

/// From the bottom up: limbs in rising order.
std::vector<Layer> layers_of(const FramePlan& plan);

}  // namespace wardrobe
