#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/player.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/export.h"
#include "tools/list/rows.h"
#include "tools/render/render.h"

namespace wardrobe {

/// A named run of frames in sheets, .aseprite files and Godot.
/// NOLINTNEXTLINE(bugprone-exception-escape): as for CostumeExport
struct PlanTag {
  std::string name;  ///< "walk W"; or "walk W loop", for the part that repeats after an intro
  uint32_t first = 0;
  uint32_t last = 0;
  bool repeats = false;
  /// For a tag of a whole timeline, its user data: {"chore":…, "dir":…, "ticks":…,
  /// "loop_start":…}. For a tag of a part, and in a plan of a trace, null.
  Row data;
};

/// A layer holds cels of one limb. If a frame draws a limb several times, the limb has several
/// layers: its first cel is on "limb 3", its second on "limb 3 (2)".
struct Layer {
  std::string name;
  uint8_t limb = 0;
};

/// The frames of a costume. They have the same numbers in every format. Timelines follow each other
/// in their order. Equal consecutive ticks are one frame, but the start of a loop begins a new
/// frame. All frames show the same box, so that the anchor is at the same place in each.
struct FramePlan {
  uint32_t costume = 0;  ///< row of Costumes
  Rect box;              ///< holds every cel; in pixels of the files, which may be enlarged
  Trace frames;          ///< one tick a frame, without events

  // Frames:
  Column<uint32_t>
      look;  ///< equal for frames that look the same: a row of Frames, or a tick of the trace
  Column<uint32_t> ticks;  ///< number of ticks that show the frame

  // Timelines:
  std::vector<unsigned> chores;  ///< those of the options; empty: all
  Column<uint32_t> timeline;     ///< row of Timelines
  Offsets frame_offset;
  Column<uint32_t> loop_frame;         ///< the frame where the loop starts; kNone if truncated
  std::vector<std::string> file_name;  ///< "walk-W"

  std::vector<PlanTag> tags;
};

/// The most frames of a plan, and its largest width and height: the limits of .aseprite files.
inline constexpr uint32_t kMaxPlanFrames = 65535;
inline constexpr int64_t kMaxPlanSide = 65535;

/// Makes the plan of a costume, of the timelines of the options' chores. A frame lasts 1 to
/// `most_ticks` ticks. Fails if a limit is exceeded (LIMITS.md).
Result<FramePlan> make_frame_plan(const TablesView& tables, uint32_t costume, uint32_t most_ticks,
                                  const ExportOptions& options = {});

/// Makes the plan of one timeline, a row of Timelines, with the ticks and cels of `trace`, which
/// may be a part of it.
Result<FramePlan> make_trace_plan(const TablesView& tables, uint32_t costume, uint32_t timeline,
                                  const Trace& trace, uint32_t most_ticks,
                                  const ExportOptions& options);

/// Returns the layers from the bottom up: limbs in rising order.
std::vector<Layer> layers_of(const FramePlan& plan);

}  // namespace wardrobe
