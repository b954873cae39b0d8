#include "tools/export/frame_plan.h"

#include <algorithm>

#include <fmt/core.h>

#include "formats/limits.h"
#include "tools/export/names.h"

namespace wardrobe {
namespace {

Error plan_too_large(std::string message) {
  return {ErrorCode::limit, kNoOffset, std::move(message)};
}

void append_cels(const Tables& tables, uint32_t frame, Trace& trace) {
  const Cels& cels = tables.cels;
  for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
    trace.cels.push_back({.limb = cels.limb[i],
                          .flip = cels.flip[i],
                          .index = cels.index[i],
                          .picture = cels.picture[i],
                          .x = cels.x[i],
                          .y = cels.y[i]});
  }
  trace.end_tick();
}

/// Appends the frames of a row of Timelines.
Status append_frames(const Tables& tables, uint32_t timeline, const Loop& loop, uint32_t most_ticks,
                     FramePlan& plan) {
  const auto looks = elements_at(tables.timelines.tick_offset, tables.timelines.tick, timeline);
  uint32_t loop_frame = kNone;
  for (uint32_t tick = 0; tick < loop.ticks; ++tick) {
    const bool longer = tick > 0 && tick != loop.start && looks[tick] == looks[tick - 1] &&
                        plan.ticks.back() < most_ticks;
    if (longer) {
      ++plan.ticks.back();
      continue;
    }
    if (tick == loop.start) loop_frame = static_cast<uint32_t>(plan.look.size());
    plan.look.push_back(looks[tick]);
    plan.ticks.push_back(1);
    append_cels(tables, looks[tick], plan.frames);
    if (plan.look.size() > kMaxPlanFrames || plan.frames.cels.size() > kMaxPlanCels ||
        plan.frames.cels_at(plan.look.size() - 1).size() > kMaxFrameCels) {
      return plan_too_large(fmt::format("more than {} frames, {} cels, or {} cels in a frame",
                                        kMaxPlanFrames, kMaxPlanCels, kMaxFrameCels));
    }
  }
  plan.timeline.push_back(timeline);
  plan.frame_offset.push_back(static_cast<uint32_t>(plan.look.size()));
  plan.loop.push_back(loop);
  plan.loop_frame.push_back(loop_frame);
  return ok();
}

Status check_size(const FramePlan& plan) {
  const Box& box = plan.box;
  const auto frames = static_cast<int64_t>(plan.look.size());
  const bool fits = box.width <= kMaxPlanSide && box.height <= kMaxPlanSide &&
                    box.width * box.height <= kMaxFramePixels &&
                    (frames == 0 || box.width * box.height <= kMaxDrawnPixels / frames);
  if (fits) return ok();
  return plan_too_large(
      fmt::format("{} frames of {}×{} pixels are too large", frames, box.width, box.height));
}

void append_tags(const FramePlan& plan, const Tables& tables, uint32_t timeline,
                 std::vector<PlanTag>& tags) {
  const RowRange frames = rows_of(plan.frame_offset, timeline);
  const uint32_t first = frames.front();
  const uint32_t last = first + frames.size() - 1;
  const uint32_t loop = plan.loop_frame[timeline];
  const std::string name =
      timeline_name(key_of(plan, tables, timeline), tables.costumes.directions[plan.costume]);
  tags.push_back({name, timeline, first, last, loop == first, true});
  if (loop != kNone && loop != first) {
    tags.push_back({name + " loop", timeline, loop, last, true, false});
  }
}

}  // namespace

RecordKey key_of(const FramePlan& plan, const Tables& tables, uint32_t timeline) {
  return record_key(tables.records.number[plan.timeline[timeline]],
                    tables.costumes.directions[plan.costume]);
}

Result<FramePlan> make_frame_plan(const Tables& tables, uint32_t costume, uint32_t most_ticks,
                                  LoopBy by) {
  FramePlan plan;
  plan.costume = costume;
  LoopFinder loops(tables, by);
  for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
    const Status appended = append_frames(tables, timeline, loops.find(timeline), most_ticks, plan);
    if (!appended) return appended.error();
  }
  plan.box = box_of(plan.frames, tables.pictures);
  if (Status fits = check_size(plan); !fits) return fits.error();
  for (uint32_t timeline = 0; timeline < plan.timeline.size(); ++timeline) {
    append_tags(plan, tables, timeline, plan.tags);
  }
  return plan;
}

}  // namespace wardrobe
