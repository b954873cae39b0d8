#include "tools/export/godot_writer.h"

#include <fmt/core.h>

#include "tools/export/json_rows.h"

namespace wardrobe {
namespace {

/// The words in which the versions differ.
struct Dialect {
  int format;
  std::string_view texture;  ///< the type of pictures
  std::string_view quote;    ///< around ids
  std::string_view name;     ///< in front of the name of an animation
};
constexpr Dialect kGodot3 = {2, "Texture", "", ""};
constexpr Dialect kGodot4 = {3, "Texture2D", "\"", "&"};

/// A string literal, whose escapes are those of JSON.
std::string quoted(std::string_view text) {
  return Row(text).dump(-1, ' ', false, Row::error_handler_t::replace);
}

std::string head(size_t images, std::string_view png, const Dialect& words) {
  return fmt::format(
      "[gd_resource type=\"SpriteFrames\" load_steps={} format={}]\n\n"
      "[ext_resource path={} type=\"{}\" id={}1{}]\n",
      images + 2, words.format, quoted(png), words.texture, words.quote, words.quote);
}

/// An image of the sheet. Its margin is what a cut has lost: left, above, and in all.
std::string image_text(const Sheet& sheet, uint32_t image, const Box& box, const Dialect& words) {
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

/// The frames of a tag. Godot 3 knows no durations: it shows a frame again for each tick.
std::string frames_text(const FramePlan& plan, const Sheet& sheet, const PlanTag& tag,
                        Godot version) {
  std::string text;
  for (uint32_t frame = tag.first; frame <= tag.last; ++frame) {
    const uint32_t image = sheet.image[frame] + 1;
    if (version == Godot::v4) {
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

}  // namespace

std::string write_sprite_frames(const FramePlan& plan, const Sheet& sheet, std::string_view png,
                                unsigned tick_ms, Godot version) {
  const Dialect& words = version == Godot::v4 ? kGodot4 : kGodot3;
  const double speed = 1000.0 / tick_ms;  // ticks a second
  std::string text = head(sheet.x.size(), png, words);
  for (uint32_t image = 0; image < sheet.x.size(); ++image) {
    text += image_text(sheet, image, plan.box, words);
  }
  text += "\n[resource]\nanimations = [";
  for (const PlanTag& tag : plan.tags) {
    text += fmt::format(
        "{}{{\n\"frames\": [{}],\n\"loop\": {},\n\"name\": {}\"{}\",\n\"speed\": {}\n}}",
        &tag == plan.tags.data() ? "" : ", ", frames_text(plan, sheet, tag, version), tag.repeats,
        words.name, tag.name, fmt::format("{:#}", speed));
  }
  return text + "]\n";
}

}  // namespace wardrobe
