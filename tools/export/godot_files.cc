#include <string>
#include <string_view>

#include <fmt/core.h>

#include "tools/export/costume_files.h"
#include "tools/export/sheet.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

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

}  // namespace

Status add_godot(const FrameExport& job, const Sheet& sheet, CostumeFiles& files) {
  const Dialect& words = job.format == CostumeFormat::godot4 ? kGodot4 : kGodot3;
  const std::string frames = sprite_frames(job.plan, sheet, job.name, job.options.tick_ms, words);
  return files.add(job.name + ".tres", bytes_of(frames));
}

}  // namespace wardrobe
