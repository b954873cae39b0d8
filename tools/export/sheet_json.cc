#include "tools/export/sheet_json.h"

#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "tools/export/aseprite_layers.h"
#include "tools/export/json_rows.h"

namespace wardrobe {
namespace {

/// `anchor` as a fraction of `size` that gives it back when it is multiplied and rounded down, so
/// that sprites stand on whole pixels.
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
  const Box& box = plan.box;
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
  const Box& box = plan.box;
  const Row anchor = {{"x", fraction(-box.left, box.width)}, {"y", fraction(-box.top, box.height)}};
  Row rows = Row::array();
  for (uint32_t frame = 0; frame < plan.look.size(); ++frame) {
    rows.push_back(frame_row(plan, sheet, frame, anchor, tick_ms));
  }
  return rows;
}

/// Name → names of frames.
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

Row tag_rows(const FramePlan& plan, const Tables& tables) {
  Row rows = Row::array();
  for (const PlanTag& tag : plan.tags) {
    Row row = {{"name", tag.name}, {"from", tag.first}, {"to", tag.last}, {"direction", "forward"}};
    if (!tag.repeats) row["repeat"] = "1";
    if (tag.whole) row["data"] = tag_row(plan, tables, tag).dump();
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

}  // namespace

Row tag_row(const FramePlan& plan, const Tables& tables, const PlanTag& tag) {
  const auto [chore, facing] = key_of(plan, tables, tag.timeline);
  const auto start_row = [](uint32_t start) { return start == kNone ? Row() : Row(start); };
  const Loop whole = whole_loop(tables, plan.timeline[tag.timeline]);
  const Loop& drawn = plan.loop[tag.timeline];
  return {{"chore", chore},
          {"dir", direction_row(facing, tables.costumes.directions[plan.costume])},
          {"ticks", whole.ticks},
          {"loop_start", start_row(whole.start)},
          {"drawn_ticks", drawn.ticks},
          {"drawn_loop_start", start_row(drawn.start)}};
}

std::string sheet_json(const FramePlan& plan, const Sheet& sheet, const Tables& tables,
                       std::string_view png, unsigned tick_ms) {
  const Box& box = plan.box;
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
                      {"frameTags", tag_rows(plan, tables)},
                      {"layers", layer_rows(plan)},
                      {"slices", Row::array({slice})},
                      {"wardrobe",
                       {{"row", plan.costume},
                        {"id", costume_id(tables.costumes.id[plan.costume])},
                        {"tick_ms", tick_ms},
                        {"anchor", Row::array({-box.left, -box.top})}}}}}};
  return json_line(json);
}

}  // namespace wardrobe
