#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "tools/export/costume_files.h"
#include "tools/export/png_writer.h"
#include "tools/export/sheet.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

/// Returns `anchor` as a fraction of `size`. The fraction times `size`, rounded down, is `anchor`
/// again, so that sprites stand on whole pixels.
double fraction(int64_t anchor, int64_t size) {
  const auto whole = static_cast<double>(size);
  double part = static_cast<double>(anchor) / whole;
  while (std::floor(part * whole) < static_cast<double>(anchor)) {
    part = std::nextafter(part, std::numeric_limits<double>::infinity());
  }
  return part;
}

/// Maps the name of each animation to the names of its frames.
Row animations(const FramePlan& plan) {
  Row named = Row::object();
  for (const PlanTag& tag : plan.tags) {
    Row& frames = named[tag.name] = Row::array();
    for (uint32_t frame = tag.first; frame <= tag.last; ++frame) {
      frames.push_back(std::to_string(frame));
    }
  }
  return named;
}

Row tag_rows(const FramePlan& plan) {
  Row rows = Row::array();
  for (const PlanTag& tag : plan.tags) {
    Row row = {{"name", tag.name}, {"from", tag.first}, {"to", tag.last}, {"direction", "forward"}};
    if (!tag.repeats) row["repeat"] = "1";
    if (!tag.data.is_null()) row["data"] = json_text(tag.data);
    rows.push_back(std::move(row));
  }
  return rows;
}

Row layer_rows(const FramePlan& plan) {
  Row rows = Row::array();
  for (const Layer& layer : layers_of(plan)) {
    rows.push_back({{"name", layer.name}, {"opacity", 255}, {"blendMode", "normal"}});
  }
  return rows;
}

/// The JSON files of a sheet. NAME.json is what Aseprite writes, with anchors and animations for
/// Phaser and PixiJS. If there are several pages, it describes the first one to PixiJS, and all of
/// them to Phaser; NAME-1.json and so on describe the others to PixiJS.
class SheetJson {
 public:
  SheetJson(const FramePlan& plan, const Sheet& sheet, const std::string& name, unsigned tick_ms)
      : plan_(plan), sheet_(sheet), name_(name), tick_ms_(tick_ms) {}

  std::string file_name(size_t page) const {
    return page == 0 ? name_ + ".json" : fmt::format("{}-{}.json", name_, page);
  }

  /// NAME.json. A frame on another page than the first has no place.
  std::string first(const ExportWorker& worker) const {
    std::string text = "{\"frames\":[";
    for (uint32_t frame = 0; frame < plan_.look.size(); ++frame) {
      append(page_of(frame) == 0 ? frame_row(frame) : brief_row(frame), text);
    }
    text += ']';
    if (sheet_.pages() > 1) append_textures(text);
    const CostumesView& costumes = worker.pictures.archive().tables().costumes;
    Row meta = {{"app", "wardrobe"}, {"version", "1.0"}};
    meta.update(page_row(0));
    if (sheet_.pages() > 1) meta["related_multi_packs"] = other_pages(0);
    meta["frameTags"] = tag_rows(plan_);
    meta["layers"] = layer_rows(plan_);
    meta["slices"] = Row::array({slice()});
    meta["wardrobe"] = {{"row", plan_.costume},
                        {"id", costume_id(costumes.id[plan_.costume])},
                        {"wearer", or_null(worker.wearers.text(plan_.costume), "")},
                        {"tick_ms", tick_ms_},
                        {"anchor", Row::array({-plan_.box.left, -plan_.box.top})}};
    const Row rest = {{"animations", animations(plan_)}, {"meta", std::move(meta)}};
    return text.append(",").append(json_line(rest), 1);
  }

  /// NAME-1.json and so on. Frames have names here, since an array would number them from 0.
  std::string other(uint32_t page) const {
    std::string text = "{\"frames\":{";
    for (uint32_t frame = 0; frame < plan_.look.size(); ++frame) {
      if (page_of(frame) != page) continue;
      if (text.back() != '{') text += ',';
      text += fmt::format("\"{}\":", frame);
      append(frame_row(frame), text);
    }
    Row meta = {{"app", "wardrobe"}, {"version", "1.0"}};
    meta.update(page_row(page));
    meta["related_multi_packs"] = other_pages(page);
    return text.append("},").append(json_line({{"meta", std::move(meta)}}), 1);
  }

 private:
  /// Appends a value, behind a comma if it is not the first of an array or the value of a member.
  static void append(const Row& row, std::string& text) {
    if (text.back() == '}') text += ',';
    text += json_line(row);
    text.pop_back();  // the end of the line
  }

  uint32_t page_of(uint32_t frame) const { return sheet_.page[sheet_.image[frame]]; }

  Row brief_row(uint32_t frame) const {
    return {{"filename", std::to_string(frame)}, {"duration", plan_.ticks[frame] * tick_ms_}};
  }

  Row frame_row(uint32_t frame) const {
    const uint32_t image = sheet_.image[frame];
    const uint32_t width = sheet_.width[image];
    const uint32_t height = sheet_.height[image];
    const Rect& box = plan_.box;
    return {
        {"filename", std::to_string(frame)},
        {"frame", {{"x", sheet_.x[image]}, {"y", sheet_.y[image]}, {"w", width}, {"h", height}}},
        {"rotated", false},
        {"trimmed", width != box.width || height != box.height},
        {"spriteSourceSize",
         {{"x", sheet_.left[image]}, {"y", sheet_.top[image]}, {"w", width}, {"h", height}}},
        {"sourceSize", {{"w", box.width}, {"h", box.height}}},
        {"duration", plan_.ticks[frame] * tick_ms_},
        {"anchor", anchor_}};
  }

  Row page_row(uint32_t page) const {
    return {{"image", page_name(sheet_, name_, page)},
            {"format", "I8"},
            {"size", {{"w", sheet_.page_width[page]}, {"h", sheet_.page_height[page]}}},
            {"scale", "1"}};
  }

  /// Appends the pages as Phaser's multiatlas.
  void append_textures(std::string& text) const {
    text += ",\"textures\":[";
    for (uint32_t page = 0; page < sheet_.pages(); ++page) {
      append(page_row(page), text);
      text.back() = ',';
      text += "\"frames\":[";
      for (uint32_t frame = 0; frame < plan_.look.size(); ++frame) {
        if (page_of(frame) == page) append(frame_row(frame), text);
      }
      text += "]}";
    }
    text += ']';
  }

  Row other_pages(size_t page) const {
    Row names = Row::array();
    for (size_t other = 0; other < sheet_.pages(); ++other) {
      if (other != page) names.push_back(file_name(other));
    }
    return names;
  }

  /// The anchor as a slice.
  Row slice() const {
    const Rect& box = plan_.box;
    const Row key = {{"frame", 0},
                     {"bounds", {{"x", 0}, {"y", 0}, {"w", box.width}, {"h", box.height}}},
                     {"pivot", {{"x", -box.left}, {"y", -box.top}}}};
    return {{"name", "anchor"}, {"color", "#0000ffff"}, {"keys", Row::array({key})}};
  }

  const FramePlan& plan_;
  const Sheet& sheet_;
  const std::string& name_;
  unsigned tick_ms_;
  Row anchor_ = {{"x", fraction(-plan_.box.left, plan_.box.width)},
                 {"y", fraction(-plan_.box.top, plan_.box.height)}};
};

/// A palette in which pixels are grey, and as bright as their value.
ImagePalette value_palette(const Look& look) {
  ImagePalette palette;
  for (size_t i = 0; i < palette.rgb.size(); ++i) palette.rgb[i] = static_cast<uint8_t>(i / 3);
  palette.transparent = look.palette.transparent;
  return palette;
}

/// Adds the palette of an indexed sheet: a row of 256 pixels, one for each value.
Status add_palette(const FrameExport& job, CostumeFiles& files) {
  std::array<uint8_t, ImagePalette::kColors> values{};
  std::iota(values.begin(), values.end(), uint8_t{0});
  ASSIGN_OR_RETURN(const Bytes png,
                   job.worker.png.write(ImagePalette::kColors, 1, values, job.look.palette));
  return files.add(job.name + "-palette.png", png);
}

/// A remark about a sheet for the user; may be empty.
std::string sheet_note(const Sheet& sheet, bool trim) {
  if (sheet.pages() > 1) {
    return fmt::format("{} pages of at most {} pixels a side{}", sheet.pages(), kMaxPageSide,
                       trim ? "" : "; packed, as with --trim");
  }
  if (!sheet.packed || trim) return {};
  return fmt::format("grid would exceed {} pixels; packed instead, as with --trim", kMaxPageSide);
}

}  // namespace

Status add_sheet(const FrameExport& job, CostumeFiles& files, std::string& note,
                 const std::function<Status(const Sheet& sheet)>& more) {
  const auto& [worker, format, plan, look, name, options] = job;
  ASSIGN_OR_RETURN(const auto painter, job.painter());
  const uint32_t scale = options.scale;
  const DrawFrame draw = [&, scale](uint32_t frame) { return painter.draw(frame, 1, scale); };
  ASSIGN_OR_RETURN(const FrameImages images, find_frame_images(plan, draw, look.background));
  ASSIGN_OR_RETURN(const Sheet sheet, make_sheet(plan.box, images, options.trim));
  const ImagePalette palette = options.indexed ? value_palette(look) : look.palette;
  for (uint32_t page = 0; page < sheet.pages(); ++page) {
    ASSIGN_OR_RETURN(const IndexImage picture,
                     draw_page(sheet, images, page, draw, look.background));
    ASSIGN_OR_RETURN(const Bytes png, worker.png.write(picture, palette));
    TRY(files.add(page_name(sheet, name, page), png));
  }
  if (options.indexed) {
    TRY(add_palette(job, files));
  }
  const SheetJson json(plan, sheet, name, options.tick_ms);
  TRY(files.add(json.file_name(0), bytes_of(json.first(job.worker))));
  for (uint32_t page = 1; page < sheet.pages(); ++page) {
    TRY(files.add(json.file_name(page), bytes_of(json.other(page))));
  }
  note = sheet_note(sheet, options.trim);
  return more ? more(sheet) : ok();
}

}  // namespace wardrobe
