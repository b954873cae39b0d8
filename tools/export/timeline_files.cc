#include "tools/export/timeline_files.h"

#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

#include "tools/export/apng_writer.h"
#include "tools/export/gif_writer.h"
#include "tools/export/names.h"
#include "tools/export/png_writer.h"

namespace wardrobe {
namespace {

constexpr uint16_t kForever = 0;  ///< a count of loops
constexpr uint64_t kMaxPngs = 65535;

using File = Result<std::vector<uint8_t>>;

class TimelineExport {
 public:
  TimelineExport(const FramePlan& plan, const TickPainter& painter, const Look& look,
                 unsigned tick_ms)
      : plan_(plan), painter_(painter), look_(look), tick_ms_(tick_ms) {}

  File gif(RowRange frames) {
    GifWriter gif(static_cast<uint32_t>(plan_.box.width), static_cast<uint32_t>(plan_.box.height),
                  look_.palette, kForever);
    // Hundredths of a second: each frame's start is rounded, so that the error never adds up.
    uint64_t tick = 0;
    for (const uint32_t frame : frames) {
      const uint64_t start = tick * tick_ms_ / 10;
      tick += plan_.ticks[frame];
      const auto centiseconds = static_cast<uint16_t>(tick * tick_ms_ / 10 - start);
      const auto [image, is_new] = gif_images_.try_emplace(plan_.look[frame]);
      if (is_new) {
        image->second = gif.add(painter_.draw(frame, 1, 1), centiseconds);
      } else {
        gif.add(image->second, centiseconds);
      }
    }
    return gif.finish();
  }

  File apng(RowRange frames) {
    ApngWriter apng(frames.size(), kForever);
    for (const uint32_t frame : frames) {
      const Result<Bytes> png = png_of(frame, ImagePalette::kColors);
      if (!png) return png.error();
      apng.add(*png, plan_.ticks[frame] * tick_ms_);
    }
    return apng.finish();
  }

  /// One PNG for each tick: programs that take numbered pictures show them at one speed.
  Status pngs(RowRange frames, const std::string& folder, std::vector<ExportFile>& files) {
    const uint32_t* const first = &plan_.ticks[frames.front()];
    const uint32_t ticks = std::accumulate(first, first + frames.size(), 0u);
    uint32_t number = 0;
    for (const uint32_t frame : frames) {
      const Result<Bytes> png = png_of(frame, look_.background + 1u);
      if (!png) return png.error();
      for (uint32_t tick = 0; tick < plan_.ticks[frame]; ++tick) {
        files.push_back(
            {folder + "/" + padded(++number, ticks) + ".png", {png->begin(), png->end()}});
      }
    }
    return ok();
  }

 private:
  Result<Bytes> png_of(uint32_t frame, uint32_t colors) {
    const auto [png, is_new] = pngs_.try_emplace(plan_.look[frame]);
    if (is_new) {
      File written = write_png(painter_.draw(frame, 1, 1), look_.palette, colors);
      if (!written) return written.error();
      png->second = *std::move(written);
    }
    return Bytes(png->second);
  }

  const FramePlan& plan_;
  const TickPainter& painter_;
  const Look& look_;
  unsigned tick_ms_;
  // By row of Frames:
  std::unordered_map<uint32_t, std::vector<uint8_t>> pngs_;
  std::unordered_map<uint32_t, GifImage> gif_images_;
};

}  // namespace

Status add_timelines(const FramePlan& plan, const Tables& tables, const TickPainter& painter,
                     const Look& look, const std::string& name, unsigned tick_ms,
                     TimelineFiles kind, std::vector<ExportFile>& files) {
  const uint64_t ticks = std::accumulate(plan.ticks.begin(), plan.ticks.end(), uint64_t{0});
  if (kind == TimelineFiles::pngs && ticks > kMaxPngs) {
    return Error{ErrorCode::limit, kNoOffset, fmt::format("more than {} ticks", kMaxPngs)};
  }
  TimelineExport timelines(plan, painter, look, tick_ms);
  for (uint32_t timeline = 0; timeline < plan.timeline.size(); ++timeline) {
    const RowRange frames = rows_of(plan.frame_offset, timeline);
    const std::string path = name + "/" +
                             timeline_file_name(key_of(plan, tables, timeline),
                                                tables.costumes.directions[plan.costume]);
    if (kind == TimelineFiles::pngs) {
      if (Status written = timelines.pngs(frames, path, files); !written) return written;
      continue;
    }
    const bool is_gif = kind == TimelineFiles::gif;
    File file = is_gif ? timelines.gif(frames) : timelines.apng(frames);
    if (!file) return file.error();
    files.push_back({path + (is_gif ? ".gif" : ".apng"), *std::move(file)});
  }
  return ok();
}

}  // namespace wardrobe
