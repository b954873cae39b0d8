#include "tools/program/replay_output.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/limits.h"
#include "pipeline/io/files.h"
#include "tools/export/animation.h"
#include "tools/export/png_writer.h"
#include "tools/list/text.h"
#include "tools/program/input.h"
#include "tools/program/output.h"

namespace wardrobe {
namespace {

constexpr std::string_view kFrameNumber = "%d";

Error cannot_save(std::string message) { return {ErrorCode::limit, kNoOffset, std::move(message)}; }

enum class OutputKind : uint8_t { gif, apng, strip, frames };

Result<OutputKind> output_kind(const ReplayOutput& output) {
  const std::string& file = output.file;
  const std::string name = path_from(file).filename().string();
  const bool numbered = name.find(kFrameNumber) != std::string::npos;
  const auto is = [&](const std::string& format) {
    return output.format.empty() ? file.ends_with("." + format) : output.format == format;
  };
  if (is("gif")) return OutputKind::gif;
  if (is("apng")) return OutputKind::apng;
  if (is("png")) return numbered ? OutputKind::frames : OutputKind::strip;
  if (is_stream(file)) return cannot_save("-o -: expected --format gif, apng or png, too");
  return cannot_save(
      fmt::format("{}: expected a name that ends in .gif, .apng, .png or -%d.png", file));
}

std::string frame_file(std::string file, size_t tick) {
  const size_t at = file.rfind(kFrameNumber);
  return file.replace(at, kFrameNumber.size(), std::to_string(tick));
}

/// Fails if drawing all ticks would take too long.
Status check_work(const TickPainter& painter) {
  constexpr uint64_t kLeastArea = 256;  // small frames take time, too
  const Rect& box = painter.box();
  const uint64_t area =
      std::max(kLeastArea, static_cast<uint64_t>(box.width) * static_cast<uint64_t>(box.height));
  const uint64_t drawn = painter.drawn_pixels();
  if (area <= kMaxReplayPixels / painter.ticks() && drawn <= kMaxReplayBlits) return ok();
  return cannot_save(fmt::format(
      "{} of {}×{} pixels, with {} pixels drawn on them; the limits are {} pixels, and {} drawn "
      "(--ticks plays a part)",
      count_text(painter.ticks(), "frame"), box.width, box.height, drawn,
      limit_text(kMaxReplayPixels), limit_text(kMaxReplayBlits)));
}

/// Fails if the output is so long that few programs show it, and no number of ticks was given.
Status check_length(const ReplayOutput& output, const Rect& box, size_t ticks, OutputKind kind) {
  if (output.any_length) return ok();
  const std::string way_out =
      fmt::format("--ticks {} draws them all, --ticks 100 the first hundred", ticks);
  if (ticks > kMostTicksDrawn) {
    return cannot_save(fmt::format("{}: {}, more than {}; {}", output.file,
                                   count_text(ticks, "frame"), kMostTicksDrawn, way_out));
  }
  const uint64_t width = uint64_t{ticks} * static_cast<uint64_t>(box.width) * output.scale;
  if (kind != OutputKind::strip || ticks == 1 || width <= kMostStripWidth) return ok();
  return cannot_save(fmt::format(
      "{}: {} side by side are {} pixels wide, more than {}; NAME.gif is an animation, NAME-%d.png "
      "one file per tick; {}",
      output.file, count_text(ticks, "frame"), width, kMostStripWidth, way_out));
}

Status check_size(const Rect& box, size_t ticks, OutputKind kind, unsigned scale) {
  const int64_t count = kind == OutputKind::strip ? static_cast<int64_t>(ticks) : 1;
  const int64_t most = kMaxFramePixels / count / scale / scale;
  const std::string size =
      fmt::format("{} of {}×{} pixels", count_text(static_cast<uint64_t>(count), "frame"),
                  box.width * scale, box.height * scale);
  if (box.width > most / box.height) {
    return cannot_save(fmt::format("{}: more than {} pixels{}", size, limit_text(kMaxFramePixels),
                                   count > 1 ? " (NAME-%d.png writes one picture per frame)" : ""));
  }
  if (kind == OutputKind::gif && std::max(box.width, box.height) * scale > kMaxGifSide) {
    return cannot_save(fmt::format("{}: a GIF has at most {} per side", size, kMaxGifSide));
  }
  return ok();
}

Status save(const std::string& file, const Result<std::vector<uint8_t>>& bytes,
            OutputFiles& files) {
  if (!bytes) return cannot_save(describe(file, bytes.error()));
  return files.save(path_from(file), *bytes);
}

Status save_pictures(const TickPainter& painter, OutputKind kind, const ImagePalette& palette,
                     const ReplayOutput& output, OutputFiles& files) {
  if (kind == OutputKind::gif || kind == OutputKind::apng) {
    std::vector<AnimationFrame> frames;
    for (uint32_t tick = 0; tick < painter.ticks(); ++tick) frames.push_back({tick, 1, kNone});
    AnimationWriter writer(
        kind == OutputKind::gif ? AnimationFormat::gif : AnimationFormat::apng,
        static_cast<uint32_t>(painter.box().width) * output.scale,
        static_cast<uint32_t>(painter.box().height) * output.scale,
        [&](uint32_t tick) { return painter.draw(tick, 1, output.scale); }, palette,
        output.tick_ms);
    return save(output.file, writer.write(frames, static_cast<uint16_t>(output.loops)), files);
  }
  if (kind == OutputKind::strip) {
    ASSIGN_OR_RETURN(const IndexImage strip, painter.draw(0, painter.ticks(), output.scale));
    return save(output.file, write_png(strip, palette), files);
  }
  for (size_t tick = 0; tick < painter.ticks(); ++tick) {
    ASSIGN_OR_RETURN(const IndexImage frame, painter.draw(tick, 1, output.scale));
    TRY(save(frame_file(output.file, tick), write_png(frame, palette), files));
  }
  return ok();
}

}  // namespace

bool is_animation(const ReplayOutput& output) {
  const Result<OutputKind> kind = output_kind(output);
  return kind && (*kind == OutputKind::gif || *kind == OutputKind::apng);
}

Status write_replay(const TickPainter& painter, const ImagePalette& palette,
                    const ReplayOutput& output, const std::vector<std::filesystem::path>& inputs) {
  ASSIGN_OR_RETURN(const OutputKind kind, output_kind(output));
  const size_t ticks = painter.ticks();
  TRY(check_size(painter.box(), ticks, kind, output.scale));
  TRY(check_work(painter));
  TRY(check_length(output, painter.box(), ticks, kind));
  std::vector<std::filesystem::path> paths;
  for (size_t tick = 0; tick < (kind == OutputKind::frames ? ticks : 1); ++tick) {
    paths.push_back(
        path_from(kind == OutputKind::frames ? frame_file(output.file, tick) : output.file));
  }
  ASSIGN_OR_RETURN(OutputFiles files, OutputFiles::create(paths, output.force, inputs));
  return save_pictures(painter, kind, palette, output, files);
}

}  // namespace wardrobe
