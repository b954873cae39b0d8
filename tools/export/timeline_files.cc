#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

#include "tools/export/animation.h"
#include "tools/export/costume_files.h"
#include "tools/export/names.h"

namespace wardrobe {
namespace {

/// Adds a PNG for each tick: programs that show numbered pictures have a fixed frame rate.
/// Each look is drawn once, and its file written to all places at once, so that none is kept.
Status add_pngs(const FrameExport& job, const TickPainter& painter, CostumeFiles& files) {
  constexpr uint64_t kMaxPngs = 65535;
  const FramePlan& plan = job.plan;
  if (std::accumulate(plan.ticks.begin(), plan.ticks.end(), uint64_t{0}) > kMaxPngs) {
    return Error{ErrorCode::limit, kNoOffset, fmt::format("more than {} ticks", kMaxPngs)};
  }
  struct Place {
    uint32_t frame;  ///< the first one with a look
    std::vector<size_t> files;
  };
  std::vector<Place> places;
  std::unordered_map<uint32_t, size_t> place_of;  // by row of Frames
  for (uint32_t timeline = 0; timeline < plan.timeline.size(); ++timeline) {
    const auto& lines = job.tables().timelines.tick_offset;
    const uint32_t ticks = rows_of(lines, plan.timeline[timeline]).size();
    uint32_t number = 0;
    for (const uint32_t frame : rows_of(plan.frame_offset, timeline)) {
      const auto [place, is_new] = place_of.try_emplace(plan.look[frame], places.size());
      if (is_new) places.push_back({frame, {}});
      for (uint32_t tick = 0; tick < plan.ticks[frame]; ++tick) {
        places[place->second].files.push_back(files.add_name(fmt::format(
            "{}/{}/{}.png", job.name, plan.file_name[timeline], padded(++number, ticks))));
      }
    }
  }
  for (const Place& place : places) {
    ASSIGN_OR_RETURN(const IndexImage image, painter.draw(place.frame, 1, job.options.scale));
    ASSIGN_OR_RETURN(const Bytes png,
                     job.worker.png.write(image, job.look.palette, job.look.background + 1u));
    TRY(files.give(place.files, png));
  }
  return ok();
}

Status add_animations(const FrameExport& job, const TickPainter& painter, CostumeFiles& files) {
  constexpr uint16_t kForever = 0;
  const FramePlan& plan = job.plan;
  const bool is_gif = job.format == CostumeFormat::gif;
  AnimationWriter writer(
      is_gif ? AnimationFormat::gif : AnimationFormat::apng, static_cast<uint32_t>(plan.box.width),
      static_cast<uint32_t>(plan.box.height),
      [&](uint32_t frame) { return painter.draw(frame, 1, job.options.scale); }, job.look.palette,
      job.options.tick_ms);
  for (uint32_t timeline = 0; timeline < plan.timeline.size(); ++timeline) {
    std::vector<AnimationFrame> frames;
    for (const uint32_t frame : rows_of(plan.frame_offset, timeline)) {
      frames.push_back({frame, plan.ticks[frame], plan.look[frame]});
    }
    ASSIGN_OR_RETURN(const std::vector<uint8_t> file, writer.write(frames, kForever));
    TRY(files.add(
        fmt::format("{}/{}.{}", job.name, plan.file_name[timeline], is_gif ? "gif" : "apng"),
        file));
  }
  return ok();
}

}  // namespace

Status add_timelines(const FrameExport& job, CostumeFiles& files) {
  ASSIGN_OR_RETURN(const auto painter, job.painter());
  return job.format == CostumeFormat::frames ? add_pngs(job, painter, files)
                                             : add_animations(job, painter, files);
}

}  // namespace wardrobe
