#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "formats/colors.h"
#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/handles.h"
#include "tools/library/painter.h"
#include "tools/library/wardrobe_room.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

wardrobe_room describe_room(const wardrobe_archive& archive, uint32_t row) {
  const RoomsView& rooms = archive.tables().rooms;
  wardrobe_room room{};
  room.number = rooms.number[row];
  room.source = rooms.source[row];
  room.offset = rooms.offset[row];
  room.width = rooms.width[row];
  room.height = rooms.height[row];
  room.transparent = rooms.transparent[row];
  room.plane_count = rows_of(rooms.plane_offset, row).size();
  room.box_count = rows_of(rooms.box_offset, row).size();
  room.has_background = rooms.background_offset[row] < rooms.background_offset[row + 1] ? 1 : 0;
  room.name = archive.kept_text(text_at(rooms.name_offset, rooms.name, row));
  return room;
}

/// Fails if there is no such room.
Outcome check_room(const wardrobe_archive& archive, uint32_t room) {
  if (room >= archive.tables().rooms.number.size()) return no_row("rooms", room);
  return {};
}

Outcome check_plane(const wardrobe_archive& archive, uint32_t room, uint32_t plane) {
  if (plane <= rows_of(archive.tables().rooms.plane_offset, room).size()) return {};
  return wrong_argument("the room has no plane " + std::to_string(plane));
}

/// Copies the caller's actor to `actor`. Fails if the structure is wrong or its room does not
/// exist.
Outcome take_actor(const wardrobe_archive& archive, const wardrobe_actor* given, size_t size,
                   wardrobe_actor& actor) {
  if (Outcome taken = take(given, size, actor); taken.status != WARDROBE_OK) return taken;
  return check_room(archive, actor.room);
}

/// Copies the caller's states of a room's objects; none if `given` is NULL.
Outcome take_states(const wardrobe_archive& archive, uint32_t room, const uint8_t* given,
                    size_t count, std::optional<ObjectStates>& states) {
  if (given == nullptr) return {};
  const size_t objects = rows_of(archive.tables().rooms.object_offset, room).size();
  if (count != objects) {
    return wrong_argument("the room has " + std::to_string(objects) + " objects, not " +
                          std::to_string(count));
  }
  states.emplace(given, given + count);
  return {};
}

/// Fails unless the actor can be drawn as given.
Outcome check_actor(const wardrobe_archive& archive, const wardrobe_actor& actor) {
  if (actor.costume >= archive.tables().costumes.id.size()) {
    return no_row("costumes", actor.costume);
  }
  if (actor.scale < 1 || actor.scale > kFullScale) return wrong_argument("scale must be 1 to 255");
  return check_plane(archive, actor.room, actor.plane);
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_read_room(const wardrobe_archive* archive, uint32_t row,
                                   wardrobe_room* room, size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || room == nullptr) return wrong_argument("archive or room is NULL");
    if (row >= archive->tables().rooms.number.size()) return no_row("rooms", row);
    fill(room, size, describe_room(*archive, row));
    return {};
  });
}

wardrobe_status wardrobe_read_palette(const wardrobe_archive* archive, uint32_t palette,
                                      wardrobe_colors* colors, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || colors == nullptr) return wrong_argument("archive or colors is NULL");
    const PalettesView& palettes = archive->tables().palettes;
    if (palette >= palettes.room.size()) return no_row("palettes", palette);
    const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, palette);
    *colors = {};
    for (size_t i = 0; i < std::size(colors->rgba); ++i) {
      if (3 * i + 3 <= rgb.size()) std::copy_n(&rgb[3 * i], 3, colors->rgba[i]);
      colors->rgba[i][3] = 255;
    }
    return {};
  });
}

wardrobe_status wardrobe_read_room_shading(const wardrobe_archive* archive, uint32_t costume,
                                           uint32_t palette, wardrobe_shading* shading,
                                           wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || shading == nullptr) {
      return wrong_argument("archive or shading is NULL");
    }
    const TablesView& tables = archive->tables();
    if (costume >= tables.costumes.id.size()) return no_row("costumes", costume);
    if (palette >= tables.palettes.room.size()) return no_row("palettes", palette);
    *shading = to_c(room_shading(tables, costume, palette));
    return {};
  });
}

wardrobe_status wardrobe_read_plane(const wardrobe_archive* archive, uint32_t room, uint32_t plane,
                                    const uint8_t** bits, size_t* size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || bits == nullptr || size == nullptr) {
      return wrong_argument("archive, bits or size is NULL");
    }
    if (Outcome known = check_room(*archive, room); known.status != WARDROBE_OK) return known;
    if (plane == 0) return wrong_argument("the room has no plane 0");
    Outcome known = check_plane(*archive, room, plane);
    if (known.status != WARDROBE_OK) return known;
    const Bytes read = plane_bits(archive->tables(), room, plane);
    *bits = read.data();
    *size = read.size();
    return {};
  });
}

wardrobe_status wardrobe_place_actor(const wardrobe_archive* archive, wardrobe_actor* actor,
                                     size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    wardrobe_actor placed{};
    Outcome taken = take_actor(*archive, actor, size, placed);
    if (taken.status != WARDROBE_OK) return taken;
    const RoomGround ground = room_ground(archive->tables(), placed.room);
    const bool chosen = placed.box != WARDROBE_NONE;
    if (chosen && placed.box != 0 && placed.box >= ground.boxes.size()) {
      return wrong_argument("the room has no box " + std::to_string(placed.box));
    }
    const ActorPlace place = actor_place(ground, {placed.x, placed.y},
                                         chosen ? std::optional(placed.box) : std::nullopt);
    placed.box = place.box;
    placed.plane = place.plane;
    placed.scale = place.scale;
    fill(actor, size, placed);
    return {};
  });
}

wardrobe_status wardrobe_read_boxes_at(const wardrobe_archive* archive, uint32_t room, int32_t x,
                                       int32_t y, uint32_t* boxes, size_t capacity, size_t* count,
                                       wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (Outcome known = check_room(*archive, room); known.status != WARDROBE_OK) return known;
    const std::vector<uint32_t> found =
        boxes_at(room_ground(archive->tables(), room).boxes, {x, y});
    return give(found.size(), boxes, capacity, count, [&](size_t i) { return found[i]; });
  });
}

wardrobe_status wardrobe_find_clip(const wardrobe_archive* archive, uint32_t timeline,
                                   uint32_t tick, int32_t* value, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || value == nullptr) return wrong_argument("archive or value is NULL");
    const TablesView& tables = archive->tables();
    if (timeline >= tables.timelines.flags.size()) return no_row("timelines", timeline);
    std::optional<uint32_t> last;  // a row of Events
    for (const uint32_t row : rows_of(tables.timelines.event_offset, timeline)) {
      const uint32_t at = tables.events.tick[row];
      if (tables.events.kind[row] != EventKind::clip || at >= tick) continue;
      if (!last || at > tables.events.tick[*last]) last = row;
    }
    if (!last) return {WARDROBE_E_NOT_FOUND, "no event has set the z-plane"};
    *value = tables.events.value[*last];
    return {};
  });
}

wardrobe_status wardrobe_clip_actor(const wardrobe_archive* archive, wardrobe_actor* actor,
                                    size_t size, int32_t value, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    wardrobe_actor clipped{};
    Outcome taken = take_actor(*archive, actor, size, clipped);
    if (taken.status != WARDROBE_OK) return taken;
    const RoomGround ground = room_ground(archive->tables(), clipped.room);
    const bool in_box = clipped.box < ground.boxes.size();
    const uint32_t of_box =
        in_box ? std::min<uint32_t>(ground.boxes[clipped.box].mask, ground.planes) : 0;
    clipped.plane = clipped_plane(archive->tables().game.version[0], value, ground.planes, of_box);
    fill(actor, size, clipped);
    return {};
  });
}

wardrobe_status wardrobe_read_object_states(const wardrobe_archive* archive, uint32_t room,
                                            uint32_t shown, uint8_t* states, size_t capacity,
                                            size_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (Outcome known = check_room(*archive, room); known.status != WARDROBE_OK) return known;
    if (shown > WARDROBE_OBJECTS_ENTERED) return wrong_argument("shown must be 0 to 3");
    const ObjectStates all =
        object_states(archive->tables(), room, static_cast<ShownObjects>(shown));
    return give(all.size(), states, capacity, count, [&](size_t i) { return all[i]; });
  });
}

wardrobe_status wardrobe_set_object_state(const wardrobe_archive* archive, uint32_t object,
                                          uint32_t state, uint8_t* states, size_t count,
                                          wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || states == nullptr) {
      return wrong_argument("archive or states is NULL");
    }
    const TablesView& tables = archive->tables();
    if (object >= tables.objects.number.size()) return no_row("objects", object);
    if (state > 255) return wrong_argument("state must be 0 to 255");
    const auto& first = tables.rooms.object_offset;
    const auto next = std::ranges::upper_bound(first, object);
    const auto room = static_cast<uint32_t>(next - first.begin() - 1);
    std::optional<ObjectStates> changed;
    Outcome taken = take_states(*archive, room, states, count, changed);
    if (taken.status != WARDROBE_OK) return taken;
    set_object_state(tables, room, object, static_cast<uint8_t>(state), *changed);
    std::ranges::copy(*changed, states);
    return {};
  });
}

wardrobe_status wardrobe_draw_room(const wardrobe_archive* archive, uint32_t room,
                                   const uint8_t* given, size_t state_count,
                                   const wardrobe_colors* colors, const wardrobe_canvas* canvas,
                                   size_t canvas_size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (Outcome known = check_room(*archive, room); known.status != WARDROBE_OK) return known;
    const Painter painter(archive->archive, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    const TablesView& tables = archive->tables();
    std::optional<ObjectStates> states;
    Outcome taken = take_states(*archive, room, given, state_count, states);
    if (taken.status != WARDROBE_OK) return taken;
    ASSIGN_OR_RETURN(const std::vector<uint8_t> pixels,
                     draw_room(archive->archive, room, images_shown(tables, room, states)));
    if (pixels.empty()) {
      return {WARDROBE_E_NOT_FOUND, "the archive has no background of the room"};
    }
    RoomView view = room_view(tables.rooms, room);
    view.pixels = pixels;
    painter.draw_background(view);
    return {};
  });
}

wardrobe_status wardrobe_draw_actor(const wardrobe_archive* archive, const wardrobe_actor* given,
                                    size_t actor_size, const wardrobe_cel* cels, size_t count,
                                    const wardrobe_colors* colors, const wardrobe_canvas* canvas,
                                    size_t canvas_size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    const TablesView& tables = archive->tables();
    wardrobe_actor actor{};
    Outcome taken = take_actor(*archive, given, actor_size, actor);
    if (taken.status == WARDROBE_OK) taken = check_actor(*archive, actor);
    if (taken.status == WARDROBE_OK) taken = check_pictures(tables, {cels, count});
    if (taken.status != WARDROBE_OK) return taken;
    const Painter painter(archive->archive, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    const RoomView view = room_view(tables.rooms, actor.room);
    RoomActor drawn = room_actor(tables, actor.costume, actor.room, {actor.x, actor.y}, actor.plane,
                                 static_cast<uint8_t>(actor.scale));
    std::optional<ObjectStates> states;
    taken = take_states(*archive, actor.room, actor.states, actor.state_count, states);
    if (taken.status != WARDROBE_OK) return taken;
    std::vector<uint8_t> plane;
    if (states && actor.plane != 0) {
      plane = plane_with(tables, actor.room, actor.plane, images_shown(tables, actor.room, states));
      drawn.plane = plane;
    }
    std::array<uint8_t, 256> values{};
    std::ranges::copy(room_colors(tables, actor.costume, actor.room), values.begin());
    for (const wardrobe_cel& cel : std::span(cels, count)) {
      const Cel one = from_c(cel);
      TRY(painter.draw_actor({&one, 1}, view, drawn, values));
    }
    return {};
  });
}
