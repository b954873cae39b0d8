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
#include "tools/rows/rows.h"

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
  std::string first(const TablesView& tables) const {
    std::string text = "{\"frames\":[";
    for (uint32_t frame = 0; frame < plan_.look.size(); ++frame) {
      append(page_of(frame) == 0 ? frame_row(frame) : brief_row(frame), text);
    }
    text += ']';
    if (sheet_.pages() > 1) append_textures(text);
    Row meta = {{"app", "wardrobe"}, {"version", "1.0"}};
    meta.update(page_row(0));
    if (sheet_.pages() > 1) meta["related_multi_packs"] = other_pages(0);
    meta["frameTags"] = tag_rows(plan_);
    meta["layers"] = layer_rows(plan_);
    meta["slices"] = Row::array({slice()});
    meta["wardrobe"] = {{"row", plan_.costume},
                        {"id", costume_id(tables.costumes.id[plan_.costume])},
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

/// The differences between the text resources of Godot's versions.
struct Dialect {
  int format;
  std::string_view texture;  ///< the type of a picture
  std::string_view quote;    ///< around an id
  std::string_view name;     ///< in front of the name of an animation
  bool has_durations;        ///< if false, a frame is repeated for each of its ticks
};
constexpr Dialect kGodot3 = {2, "Texture", "", "", false};
constexpr Dialect kGodot4 = {3, "Texture2D", "\"", "&", true};

/// A string literal, with the escapes of JSON.
std::string quoted(std::string_view text) { return json_text(text); }

std::string head(const Sheet& sheet, std::string_view name, const Dialect& words) {
  std::string text = fmt::format("[gd_resource type=\"SpriteFrames\" load_steps={} format={}]\n\n",
                                 sheet.x.size() + sheet.pages() + 1, words.format);
  for (size_t page = 0; page < sheet.pages(); ++page) {
    text += fmt::format("[ext_resource path={} type=\"{}\" id={}{}{}]\n",
                        quoted(std::string_view(page_name(sheet, name, page))), words.texture,
                        words.quote, page + 1, words.quote);
  }
  return text;
}

/// An image of the sheet as a resource. Its margin says how much was cut off: left, above, in
/// total.
std::string image_text(const Sheet& sheet, uint32_t image, const Rect& box, const Dialect& words) {
  std::string text = fmt::format(
      "\n[sub_resource type=\"AtlasTexture\" id={4}{5}{4}]\natlas = ExtResource({4}{6}{4})\n"
      "region = Rect2({0}, {1}, {2}, {3})\n",
      sheet.x[image], sheet.y[image], sheet.width[image], sheet.height[image], words.quote,
      image + 1, sheet.page[image] + 1);
  if (sheet.width[image] != box.width || sheet.height[image] != box.height) {
    text += fmt::format("margin = Rect2({}, {}, {}, {})\n", sheet.left[image], sheet.top[image],
                        box.width - sheet.width[image], box.height - sheet.height[image]);
  }
  return text;
}

std::string frames_text(const FramePlan& plan, const Sheet& sheet, const PlanTag& tag,
                        const Dialect& words) {
  std::string text;
  for (uint32_t frame = tag.first; frame <= tag.last; ++frame) {
    const uint32_t image = sheet.image[frame] + 1;
    if (words.has_durations) {
      text += fmt::format("{}{{\n\"duration\": {}.0,\n\"texture\": SubResource(\"{}\")\n}}",
                          text.empty() ? "" : ", ", plan.ticks[frame], image);
      continue;
    }
    for (uint32_t tick = 0; tick < plan.ticks[frame]; ++tick) {
      text += fmt::format("{}SubResource({})", text.empty() ? "" : ", ", image);
    }
  }
  return text;
}

/// A SpriteFrames resource (.tres) with an animation for each tag.
std::string sprite_frames(const FramePlan& plan, const Sheet& sheet, std::string_view name,
                          unsigned tick_ms, const Dialect& words) {
  const double speed = 1000.0 / tick_ms;  // ticks a second
  std::string text = head(sheet, name, words);
  for (uint32_t image = 0; image < sheet.x.size(); ++image) {
    text += image_text(sheet, image, plan.box, words);
  }
  text += "\n[resource]\nanimations = [";
  for (const PlanTag& tag : plan.tags) {
    text += fmt::format(
        "{}{{\n\"frames\": [{}],\n\"loop\": {},\n\"name\": {}\"{}\",\n\"speed\": {}\n}}",
        &tag == plan.tags.data() ? "" : ", ", frames_text(plan, sheet, tag, words), tag.repeats,
        words.name, tag.name, fmt::format("{:#}", speed));
  }
  return text + "]\n";
}

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

Status add_sheet(const FrameExport& job, CostumeFiles& files, std::string& note) {
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
  TRY(files.add(json.file_name(0), bytes_of(json.first(job.tables()))));
  for (uint32_t page = 1; page < sheet.pages(); ++page) {
    TRY(files.add(json.file_name(page), bytes_of(json.other(page))));
  }
  if (format == CostumeFormat::godot4 || format == CostumeFormat::godot3) {
    const Dialect& words = format == CostumeFormat::godot4 ? kGodot4 : kGodot3;
    const std::string frames = sprite_frames(plan, sheet, name, options.tick_ms, words);
    TRY(files.add(name + ".tres", bytes_of(frames)));
  }
  note = sheet_note(sheet, options.trim);
  return ok();
}

}  // namespace wardrobe
