#include "tools/export/frame_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "formats/limits.h"
#include "formats/script.h"
#include "tools/export/names.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

Error plan_too_large(std::string message) {
  return {ErrorCode::limit, kNoOffset, std::move(message)};
}

/// Appends the frames of a row of Timelines. `looks` has the look of each tick, and add_cels(look)
/// appends its cels.
template <class AddCels>
Status append_frames(uint32_t timeline, std::span<const uint32_t> looks, uint32_t loop_start,
                     uint32_t most_ticks, const AddCels& add_cels, FramePlan& plan) {
  uint32_t loop_frame = kNone;
  for (uint32_t tick = 0; tick < looks.size(); ++tick) {
    const bool longer = tick > 0 && tick != loop_start && looks[tick] == looks[tick - 1] &&
                        plan.ticks.back() < most_ticks;
    if (longer) {
      ++plan.ticks.back();
      continue;
    }
    if (tick == loop_start) loop_frame = static_cast<uint32_t>(plan.look.size());
    plan.look.push_back(looks[tick]);
    plan.ticks.push_back(1);
    add_cels(looks[tick]);
    plan.frames.end_tick();
    if (plan.look.size() > kMaxPlanFrames || plan.frames.cels.size() > kMaxPlanCels) {
      return plan_too_large(
          fmt::format("more than {} frames or {} cels", kMaxPlanFrames, kMaxPlanCels));
    }
  }
  plan.timeline.push_back(timeline);
  plan.frame_offset.push_back(static_cast<uint32_t>(plan.look.size()));
  plan.loop_frame.push_back(loop_frame);
  return ok();
}

Status check_size(const FramePlan& plan) {
  const Rect& box = plan.box;
  const auto frames = static_cast<int64_t>(plan.look.size());
  const bool fits = box.width <= kMaxPlanSide && box.height <= kMaxPlanSide &&
                    box.width * box.height <= kMaxFramePixels &&
                    (frames == 0 || box.width * box.height <= kMaxDrawnPixels / frames);
  if (fits) return ok();
  return plan_too_large(
      fmt::format("{} frames of {}×{} pixels are too large", frames, box.width, box.height));
}

Row tag_data(const FramePlan& plan, const TablesView& tables, uint32_t timeline, RecordKey key) {
  const uint32_t row = plan.timeline[timeline];
  const uint32_t loop_start = tables.timelines.loop_start[row];
  return {{"chore", key.chore},
          {"dir", direction_row(key.facing, tables.costumes.directions[plan.costume])},
          {"ticks", rows_of(tables.timelines.tick_offset, row).size()},
          {"loop_start", loop_start == kNone ? Row() : Row(loop_start)}};
}

/// Names a timeline, and appends its tags.
void name_timeline(const TablesView& tables, uint32_t timeline, const ExportOptions& options,
                   bool whole, FramePlan& plan) {
  const unsigned directions = tables.costumes.directions[plan.costume];
  const RecordKey key = record_key(tables.records.number[plan.timeline[timeline]], directions);
  const RowRange frames = rows_of(plan.frame_offset, timeline);
  const uint32_t first = frames.front();
  const uint32_t last = first + frames.size() - 1;
  const uint32_t loop = plan.loop_frame[timeline];
  const Version version = tables.game.version[0];
  const bool is_own = options.tags == TagNames::replay;
  std::string own = options.names.chore(tables, plan.costume, key.chore);
  if (own.empty()) own = numbered_name(tables, plan.timeline[timeline], key.chore);
  const std::string name = !is_own       ? popochiu_name(key, version)
                           : own.empty() ? timeline_name(key, directions, version)
                                         : own + " " + direction_name(key.facing, directions);
  plan.file_name.push_back(timeline_file_name(key, directions, version));
  plan.tags.push_back(
      {name, first, last, loop == first, whole ? tag_data(plan, tables, timeline, key) : Row()});
  if (loop == kNone || loop == first) return;
  plan.tags.push_back({name + (is_own ? " loop" : "_loop"), loop, last, true, {}});
}

/// Finishes a plan that has all its frames.
Status finish(const TablesView& tables, const ExportOptions& options, bool whole, FramePlan& plan) {
  const int64_t scale = options.scale;
  plan.box = bounds_of(plan.frames, tables.pictures);
  for (int64_t* side : {&plan.box.left, &plan.box.top, &plan.box.width, &plan.box.height}) {
    *side *= scale;
  }
  TRY(check_size(plan));
  for (uint32_t timeline = 0; timeline < plan.timeline.size(); ++timeline) {
    name_timeline(tables, timeline, options, whole, plan);
  }
  return ok();
}

}  // namespace

Result<FramePlan> make_frame_plan(const TablesView& tables, uint32_t costume, uint32_t most_ticks,
                                  const ExportOptions& options) {
  FramePlan plan;
  plan.costume = costume;
  plan.chores = options.chores;
  for (const uint32_t timeline : timelines_of(tables, costume, options.chores)) {
    const auto add_cels = [&](uint32_t frame) {
      for (const uint32_t cel : rows_of(tables.frames.cel_offset, frame)) {
        plan.frames.cels.push_back(cel_at(tables.cels, cel));
      }
    };
    const TimelinesView& lines = tables.timelines;
    TRY(append_frames(timeline, elements_at(lines.tick_offset, lines.tick, timeline),
                      lines.loop_start[timeline], most_ticks, add_cels, plan));
  }
  TRY(finish(tables, options, true, plan));
  return plan;
}

Result<FramePlan> make_trace_plan(const TablesView& tables, uint32_t costume, uint32_t timeline,
                                  const Trace& trace, uint32_t most_ticks,
                                  const ExportOptions& options) {
  FramePlan plan;
  plan.costume = costume;
  std::vector<uint32_t> looks;
  for (uint32_t tick = 0; tick < trace.ticks(); ++tick) {
    const auto same = [&](uint32_t earlier) {
      return std::ranges::equal(trace.cels_at(earlier), trace.cels_at(tick));
    };
    const auto found = std::ranges::find_if(looks, same);
    looks.push_back(found == looks.end() ? tick : *found);
  }
  const auto add_cels = [&](uint32_t tick) {
    const std::span<const Cel> cels = trace.cels_at(tick);
    plan.frames.cels.insert(plan.frames.cels.end(), cels.begin(), cels.end());
  };
  TRY(append_frames(timeline, looks, trace.loop_start, most_ticks, add_cels, plan));
  TRY(finish(tables, options, false, plan));
  return plan;
}

std::vector<Layer> layers_of(const FramePlan& plan) {
  std::map<uint8_t, uint32_t> most;  // limb → the most cels of it in one frame
  for (size_t frame = 0; frame < plan.look.size(); ++frame) {
    std::map<uint8_t, uint32_t> count;
    for (const Cel& cel : plan.frames.cels_at(frame)) {
      uint32_t& of_limb = most[cel.limb];
      of_limb = std::max(of_limb, ++count[cel.limb]);
    }
  }
  std::vector<Layer> layers;
  for (const auto& [limb, cels] : most) {
    for (uint32_t copy = 1; copy <= cels; ++copy) {
      const std::string number = copy == 1 ? "" : fmt::format(" ({})", copy);
      layers.push_back({fmt::format("limb {}{}", limb, number), limb});
    }
  }
  return layers;
}

}  // namespace wardrobe
