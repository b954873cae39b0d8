#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "tools/export/costume_files.h"
#include "tools/export/png_writer.h"
#include "tools/export/sheet.h"
#include "tools/render/tick_painter.h"

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

Row frame_row(const FramePlan& plan, const Sheet& sheet, uint32_t frame, const Row& anchor,
              unsigned tick_ms) {
  const uint32_t image = sheet.image[frame];
  const uint32_t width = sheet.width[image];
  const uint32_t height = sheet.height[image];
  const Rect& box = plan.box;
  return {{"filename", std::to_string(frame)},
          {"frame", {{"x", sheet.x[image]}, {"y", sheet.y[image]}, {"w", width}, {"h", height}}},
          {"rotated", false},
          {"trimmed", width != box.width || height != box.height},
          {"spriteSourceSize",
           {{"x", sheet.left[image]}, {"y", sheet.top[image]}, {"w", width}, {"h", height}}},
          {"sourceSize", {{"w", box.width}, {"h", box.height}}},
          {"duration", plan.ticks[frame] * tick_ms},
          {"anchor", anchor}};
}

Row frame_rows(const FramePlan& plan, const Sheet& sheet, unsigned tick_ms) {
  const Rect& box = plan.box;
  const Row anchor = {{"x", fraction(-box.left, box.width)}, {"y", fraction(-box.top, box.height)}};
  Row rows = Row::array();
  for (uint32_t frame = 0; frame < plan.look.size(); ++frame) {
    rows.push_back(frame_row(plan, sheet, frame, anchor, tick_ms));
  }
  return rows;
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
    if (!tag.data.is_null()) row["data"] = tag.data.dump();
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

/// The JSON of a sheet as Aseprite writes it, with anchors and animations for Phaser and PixiJS.
/// `png` is the name of the sheet's file.
std::string sheet_json(const FramePlan& plan, const Sheet& sheet, const TablesView& tables,
                       std::string_view png, unsigned tick_ms) {
  const Rect& box = plan.box;
  const Row key = {{"frame", 0},
                   {"bounds", {{"x", 0}, {"y", 0}, {"w", box.width}, {"h", box.height}}},
                   {"pivot", {{"x", -box.left}, {"y", -box.top}}}};
  const Row slice = {{"name", "anchor"}, {"color", "#0000ffff"}, {"keys", Row::array({key})}};
  const Row json = {{"frames", frame_rows(plan, sheet, tick_ms)},
                    {"animations", animations(plan)},
                    {"meta",
                     {{"app", "wardrobe"},
                      {"version", "1.0"},
                      {"image", png},
                      {"format", "I8"},
                      {"size", {{"w", sheet.picture.width}, {"h", sheet.picture.height}}},
                      {"scale", "1"},
                      {"frameTags", tag_rows(plan)},
                      {"layers", layer_rows(plan)},
                      {"slices", Row::array({slice})},
                      {"wardrobe",
                       {{"row", plan.costume},
                        {"id", costume_id(tables.costumes.id[plan.costume])},
                        {"tick_ms", tick_ms},
                        {"anchor", Row::array({-box.left, -box.top})}}}}}};
  return json_line(json);
}

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
std::string quoted(std::string_view text) {
  return Row(text).dump(-1, ' ', false, Row::error_handler_t::replace);
}

std::string head(size_t images, std::string_view png, const Dialect& words) {
  return fmt::format(
      "[gd_resource type=\"SpriteFrames\" load_steps={} format={}]\n\n"
      "[ext_resource path={} type=\"{}\" id={}1{}]\n",
      images + 2, words.format, quoted(png), words.texture, words.quote, words.quote);
}

/// An image of the sheet as a resource. Its margin says how much was cut off: left, above, in
/// total.
std::string image_text(const Sheet& sheet, uint32_t image, const Rect& box, const Dialect& words) {
  std::string text = fmt::format(
      "\n[sub_resource type=\"AtlasTexture\" id={4}{5}{4}]\natlas = ExtResource({4}1{4})\n"
      "region = Rect2({0}, {1}, {2}, {3})\n",
      sheet.x[image], sheet.y[image], sheet.width[image], sheet.height[image], words.quote,
      image + 1);
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
std::string sprite_frames(const FramePlan& plan, const Sheet& sheet, std::string_view png,
                          unsigned tick_ms, const Dialect& words) {
  const double speed = 1000.0 / tick_ms;  // ticks a second
  std::string text = head(sheet.x.size(), png, words);
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

/// A remark about a sheet for the user; may be empty.
std::string sheet_note(const Sheet& sheet, bool trim) {
  const auto& [width, height, pixels] = sheet.picture;
  if (std::max(width, height) > kUsualSheetSide) {
    return fmt::format("a sheet of {}×{} pixels, larger than many devices support", width, height);
  }
  if (!sheet.packed || trim) return {};
  return fmt::format("grid would exceed {} pixels; packed instead, as with --trim",
                     kUsualSheetSide);
}

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace

Status add_sheet(const FrameExport& job, CostumeExport& out) {
  const auto& [open, format, plan, look, name, options] = job;
  ASSIGN_OR_RETURN(const auto painter, TickPainter::create(open, plan.frames, plan.box, look));
  ASSIGN_OR_RETURN(const FrameImages images, make_frame_images(plan, painter, look.background));
  ASSIGN_OR_RETURN(const Sheet sheet, make_sheet(plan.box, images, look.background, options.trim));
  ASSIGN_OR_RETURN(std::vector<uint8_t> png, write_png(sheet.picture, look.palette));
  const std::string link = name + ".png";
  out.files.push_back({link, std::move(png)});
  const std::string json = sheet_json(plan, sheet, open.tables, link, options.tick_ms);
  out.files.push_back({name + ".json", bytes_of(json)});
  if (format == CostumeFormat::godot4 || format == CostumeFormat::godot3) {
    const Dialect& words = format == CostumeFormat::godot4 ? kGodot4 : kGodot3;
    const std::string frames = sprite_frames(plan, sheet, link, options.tick_ms, words);
    out.files.push_back({name + ".tres", bytes_of(frames)});
  }
  out.note = sheet_note(sheet, options.trim);
  return ok();
}

}  // namespace wardrobe
