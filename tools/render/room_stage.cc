#include "tools/render/room_stage.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "formats/costume_colors.h"
#include "formats/versions.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {
namespace {

Error cannot_show(const RoomsView& rooms, uint32_t room, std::string_view why) {
  return {ErrorCode::not_found, kNoOffset,
          "room " + std::to_string(rooms.number[room]) + std::string(why)};
}

}  // namespace

RoomView room_view(const RoomsView& rooms, uint32_t room) {
  return {.width = rooms.width[room],
          .height = rooms.height[room],
          .pixels = {},
          .see_through = elements_at(rooms.see_through_offset, rooms.see_through, room),
          .transparent = rooms.transparent[room]};
}

RoomActor room_actor(const TablesView& tables, uint32_t costume, uint32_t room, RoomPoint at,
                     uint32_t plane, uint8_t scale) {
  const auto kind = tables.costumes.kind[costume];
  const Version version = tables.game.version[0];
  return {at, ActorScale(scale_rule(kind, tables.costumes.codec[costume], version), scale),
          plane_bits(tables, room, plane), kind == Kind::cost && facts(version).skips_low_tall()};
}

Bytes plane_bits(const TablesView& tables, uint32_t room, uint32_t plane) {
  if (plane == 0) return {};
  const uint32_t first = tables.rooms.plane_offset[room];
  return elements_at(tables.planes.bits_offset, tables.planes.bits, first + plane - 1);
}

Result<RoomStage> make_stage(const OpenArchive& open, uint32_t costume, uint32_t room,
                             uint32_t palette, const StageWish& wish) {
  const TablesView& tables = open.tables;
  if (tables.rooms.background_offset.back() == 0) {
    return cannot_show(
        tables.rooms, room,
        ": the archive has no backgrounds: packed without --rooms, or none could be read");
  }
  RoomStage stage;
  stage.row = room;
  stage.room = room_view(tables.rooms, room);
  ASSIGN_OR_RETURN(stage.room.pixels, open.archive.read_background(room));
  if (stage.room.pixels.empty()) {
    return cannot_show(tables.rooms, room, " has no background that could be read");
  }
  const RoomGround ground = room_ground(tables, room);
  if (wish.box && *wish.box >= ground.boxes.size()) {
    return cannot_show(tables.rooms, room,
                       " has no box " + std::to_string(*wish.box) + "; it has " +
                           std::to_string(ground.boxes.size()) + ", counted from 0");
  }
  if (wish.plane && *wish.plane > ground.planes) {
    return cannot_show(tables.rooms, room,
                       " has no plane " + std::to_string(*wish.plane) + "; it has " +
                           std::to_string(ground.planes) + ", counted from 1");
  }
  stage.planes = ground.planes;
  stage.box_given = wish.box.has_value();
  stage.plane_given = wish.plane.has_value();
  stage.boxes = boxes_at(ground.boxes, wish.at);
  stage.place = actor_place(ground, wish.at, wish.box);
  if (wish.plane) stage.place.plane = *wish.plane;
  if (wish.scale) stage.place.scale = static_cast<uint8_t>(*wish.scale);
  stage.actor = room_actor(tables, costume, room, wish.at, stage.place.plane, stage.place.scale);
  std::iota(stage.background_colors.begin(), stage.background_colors.end(), uint8_t{0});
  std::ranges::copy(room_colors(tables, costume, room), stage.actor_colors.begin());
  stage.palette.set_first(elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette));
  if (wish.shadows == Shadows::darken) {
    stage.actor.shading = room_shading(tables, costume, palette);
  }
  return stage;
}

std::vector<uint32_t> planes_of(const TablesView& tables, const RoomStage& stage,
                                const Trace& trace) {
  std::vector<uint32_t> planes;
  uint32_t plane = stage.place.plane;
  for (size_t tick = 0; tick < trace.ticks(); ++tick) {
    planes.push_back(plane);
    if (stage.plane_given) continue;
    const auto events = trace.events_at(tick);
    const auto clip = std::ranges::find(events, EventKind::clip, &PlayerEvent::kind);
    if (clip == events.end()) continue;
    plane = clipped_plane(tables.game.version[0], clip->value, stage.planes, stage.place.plane);
  }
  return planes;
}

std::string describe(const RoomStage& stage) {
  const ActorPlace& place = stage.place;
  std::string text = place.box == 0 ? "no box" : "box " + std::to_string(place.box);
  const bool outside = place.box != 0 && !place.inside;
  if (outside) text += stage.box_given ? ", which does not contain the point" : ", the nearest";
  // The nearest box was chosen, so all boxes that contain the point are invisible.
  if (outside && !stage.box_given && !stage.boxes.empty()) text += " that is not invisible";
  text += ", ";
  text += place.plane == 0
              ? "no plane"
              : "plane " + std::to_string(place.plane) + " of " + std::to_string(stage.planes);
  text += ", scale " + std::to_string(place.scale) + "; the point is in ";
  if (stage.boxes.empty()) return text + "no box";
  const char* before = stage.boxes.size() == 1 ? "box " : "boxes ";
  for (const uint32_t box : stage.boxes) {
    text += std::exchange(before, ", ") + std::to_string(box);
  }
  return text;
}

Rect stage_bounds(const RoomStage& stage, const Trace& trace, const PicturesView& pictures,
                  bool crop) {
  const RoomView& room = stage.room;
  if (!crop) return {0, 0, room.width, room.height};
  Extent extent;
  for (const Cel& cel : trace.cels) {
    add_extent(cel, pictures.width[cel.picture], pictures.height[cel.picture], stage.actor, extent);
  }
  const Rect box = extent.box();
  const int64_t left = std::clamp<int64_t>(box.left, 0, room.width - 1);
  const int64_t top = std::clamp<int64_t>(box.top, 0, room.height - 1);
  const int64_t right = std::clamp<int64_t>(box.left + box.width, left + 1, room.width);
  const int64_t bottom = std::clamp<int64_t>(box.top + box.height, top + 1, room.height);
  return {left, top, right - left, bottom - top};
}

}  // namespace wardrobe
