#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/painter.h"
#include "tools/library/row_reader.h"
#include "tools/library/wardrobe.h"
#include "tools/render/actor_scale.h"
#include "tools/render/lookup.h"
#include "tools/render/palette_choice.h"
#include "tools/render/room_place.h"
#include "tools/render/scene.h"

namespace wardrobe {
namespace {

/// A value of a column of rooms that older archives lack.
template <auto kMember>
typename ColumnOf<kMember>::Element later(RowReader& reader, uint32_t row) {
  return reader.count<kMember>() == 0 ? 0 : reader.get<kMember>(row);
}

/// A room without its background's pixels.
RoomView describe_view(RowReader& reader, uint32_t row) {
  RoomView view;
  view.width = later<&Rooms::width>(reader, row);
  view.height = later<&Rooms::height>(reader, row);
  view.transparent = later<&Rooms::transparent>(reader, row);
  view.see_through = reader.elements<&Rooms::see_through_offset, &Rooms::see_through>(row);
  return view;
}

wardrobe_room describe_room(RowReader& reader, uint32_t row) {
  const RoomView view = describe_view(reader, row);
  wardrobe_room room{};
  room.number = reader.get<&Rooms::number>(row);
  room.source = reader.get<&Rooms::source>(row);
  room.offset = reader.get<&Rooms::offset>(row);
  room.width = view.width;
  room.height = view.height;
  room.transparent = view.transparent;
  room.plane_count = static_cast<uint32_t>(reader.owned<&Rooms::plane_offset>(row).count);
  room.box_count = static_cast<uint32_t>(reader.owned<&Rooms::box_offset>(row).count);
  room.has_background = reader.owned<&Rooms::background_offset>(row).count > 0 ? 1 : 0;
  room.name = reader.text<&Rooms::name_offset, &Rooms::name>(row);
  return room;
}

template <auto kMember>
auto column_of(RowReader& reader, const Owned& rows) {
  const auto values = reader.range<kMember>(rows.first, rows.count);
  return Column<typename ColumnOf<kMember>::Element>(values.begin(), values.end());
}

RoomGround ground_of(RowReader& reader, uint32_t room) {
  const Owned rows = reader.owned<&Rooms::box_offset>(room);
  const Owned slots = reader.owned<&Rooms::scale_offset>(room);
  const Boxes boxes{column_of<&Boxes::ulx>(reader, rows),  column_of<&Boxes::uly>(reader, rows),
                    column_of<&Boxes::urx>(reader, rows),  column_of<&Boxes::ury>(reader, rows),
                    column_of<&Boxes::lrx>(reader, rows),  column_of<&Boxes::lry>(reader, rows),
                    column_of<&Boxes::llx>(reader, rows),  column_of<&Boxes::lly>(reader, rows),
                    column_of<&Boxes::mask>(reader, rows), column_of<&Boxes::flags>(reader, rows),
                    column_of<&Boxes::scale>(reader, rows)};
  const Scales scales{
      column_of<&Scales::scale1>(reader, slots), column_of<&Scales::y1>(reader, slots),
      column_of<&Scales::scale2>(reader, slots), column_of<&Scales::y2>(reader, slots)};
  if (!reader.status()) return {};
  return {walk_boxes(boxes, {0, static_cast<uint32_t>(rows.count)}),
          scale_lines(scales, {0, static_cast<uint32_t>(slots.count)}),
          static_cast<uint32_t>(reader.owned<&Rooms::plane_offset>(room).count)};
}

/// The bits of plane 1, 2 …; none if there are not so many.
Bytes plane_bits(RowReader& reader, uint32_t room, uint32_t plane) {
  const Owned planes = reader.owned<&Rooms::plane_offset>(room);
  if (plane == 0 || plane > planes.count) return {};
  return reader.elements<&Planes::bits_offset, &Planes::bits>(planes.first + plane - 1);
}

Outcome check_room(const RowReader& reader, uint32_t room) {
  if (room >= reader.count<&Rooms::number>()) return no_row("rooms", room);
  return {};
}

/// The caller's actor, if it can be drawn or placed.
Outcome take_actor(RowReader& reader, const wardrobe_actor* given, size_t size,
                   wardrobe_actor& actor) {
  if (Outcome taken = take(given, size, actor); taken.status != WARDROBE_OK) return taken;
  return check_room(reader, actor.room);
}

/// Whether an actor can be drawn as it says.
Outcome check_actor(RowReader& reader, const wardrobe_actor& actor) {
  if (actor.costume >= reader.count<&Costumes::id>()) return no_row("costumes", actor.costume);
  if (actor.scale < 1 || actor.scale > kFullScale) return wrong_argument("scale is not 1 to 255");
  if (actor.plane > reader.owned<&Rooms::plane_offset>(actor.room).count) {
    return wrong_argument("the room has no plane " + std::to_string(actor.plane));
  }
  return reader.status();
}

/// Pixel value → colour of the room.
std::array<uint8_t, 256> actor_values(RowReader& reader, uint32_t costume) {
  const CostumeColors own{reader.get<&Game::version>(0),
                          reader.get<&Costumes::codec>(costume),
                          reader.get<&Costumes::room>(costume),
                          reader.elements<&Costumes::color_offset, &Costumes::color>(costume),
                          {}};
  std::array<uint8_t, 256> values{};
  std::ranges::copy(room_colors(own), values.begin());
  return values;
}

Status draw_all(const Painter& painter, std::span<const wardrobe_cel> cels, const RoomView& view,
                const RoomActor& actor, SceneColors<uint8_t> values) {
  for (const wardrobe_cel& cel : cels) {
    const Cel one = from_c(cel);
    if (Status drawn = painter.draw_actor({&one, 1}, view, actor, values); !drawn) return drawn;
  }
  return ok();
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_read_room(const wardrobe_archive* archive, uint32_t row,
                                   wardrobe_room* room, size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || room == nullptr) return wrong_argument("archive or room is NULL");
    RowReader reader(*archive);
    if (Outcome known = check_room(reader, row); known.status != WARDROBE_OK) return known;
    const wardrobe_room read = describe_room(reader, row);
    if (reader.status()) fill(room, size, read);
    return reader.status();
  });
}

wardrobe_status wardrobe_find_room(const wardrobe_archive* archive, uint32_t number, uint32_t* room,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || room == nullptr) return wrong_argument("archive or room is NULL");
    RowReader reader(*archive);
    const auto numbers = reader.all<&Rooms::number>();
    if (!reader.status()) return reader.status();
    const std::optional<uint32_t> row = find_room(numbers, number);
    if (!row) return {WARDROBE_E_NOT_FOUND, "there is no room " + std::to_string(number)};
    *room = *row;
    return {};
  });
}

wardrobe_status wardrobe_read_palette(const wardrobe_archive* archive, uint32_t palette,
                                      wardrobe_colors* colors, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || colors == nullptr) return wrong_argument("archive or colors is NULL");
    RowReader reader(*archive);
    if (palette >= reader.count<&Palettes::room>()) return no_row("palettes", palette);
    const Bytes rgb = reader.elements<&Palettes::rgb_offset, &Palettes::rgb>(palette);
    if (!reader.status()) return reader.status();
    *colors = {};
    for (size_t i = 0; i < std::size(colors->rgba); ++i) {
      if (3 * i + 3 <= rgb.size()) std::copy_n(&rgb[3 * i], 3, colors->rgba[i]);
      colors->rgba[i][3] = 255;
    }
    return {};
  });
}

wardrobe_status wardrobe_read_plane(const wardrobe_archive* archive, uint32_t room, uint32_t plane,
                                    const uint8_t** bits, size_t* size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || bits == nullptr || size == nullptr) {
      return wrong_argument("archive, bits or size is NULL");
    }
    RowReader reader(*archive);
    if (Outcome known = check_room(reader, room); known.status != WARDROBE_OK) return known;
    if (plane == 0 || plane > reader.owned<&Rooms::plane_offset>(room).count) {
      return wrong_argument("the room has no plane " + std::to_string(plane));
    }
    const Bytes read = plane_bits(reader, room, plane);
    if (!reader.status()) return reader.status();
    *bits = read.data();
    *size = read.size();
    return {};
  });
}

wardrobe_status wardrobe_place_actor(const wardrobe_archive* archive, wardrobe_actor* actor,
                                     size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    RowReader reader(*archive);
    wardrobe_actor placed{};
    Outcome taken = take_actor(reader, actor, size, placed);
    if (taken.status != WARDROBE_OK) return taken;
    const RoomGround ground = ground_of(reader, placed.room);
    if (!reader.status()) return reader.status();
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

wardrobe_status wardrobe_draw_room(const wardrobe_archive* archive, uint32_t room,
                                   const wardrobe_colors* colors, const wardrobe_canvas* canvas,
                                   size_t canvas_size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    RowReader reader(*archive);
    if (Outcome known = check_room(reader, room); known.status != WARDROBE_OK) return known;
    const Painter painter(reader, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    RoomView view = describe_view(reader, room);
    const Owned place = reader.owned<&Rooms::background_offset>(room);
    if (!reader.status()) return reader.status();
    if (place.count == 0) {
      return {WARDROBE_E_NOT_FOUND, "the archive has no background of the room"};
    }
    view.pixels = reader.backgrounds(place.first, place.count);
    if (view.pixels.size() != size_t{view.width} * view.height) {
      reader.fail("the tables contradict each other: backgrounds");
    }
    if (reader.status()) painter.draw_background(view);
    return reader.status();
  });
}

wardrobe_status wardrobe_draw_actor(const wardrobe_archive* archive, const wardrobe_actor* given,
                                    size_t actor_size, const wardrobe_cel* cels, size_t count,
                                    const wardrobe_colors* colors, const wardrobe_canvas* canvas,
                                    size_t canvas_size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    RowReader reader(*archive);
    wardrobe_actor actor{};
    Outcome taken = take_actor(reader, given, actor_size, actor);
    if (taken.status != WARDROBE_OK) return taken;
    if (Outcome fine = check_actor(reader, actor); fine.status != WARDROBE_OK) return fine;
    const uint64_t pictures = reader.count<&Pictures::width>();
    for (const wardrobe_cel& cel : std::span(cels, count)) {
      if (cel.picture >= pictures) return no_row("pictures", cel.picture);
    }
    const Painter painter(reader, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    const auto kind = static_cast<Kind>(reader.get<&Costumes::kind>(actor.costume));
    const RoomView view = describe_view(reader, actor.room);
    const RoomActor drawn{{actor.x, actor.y},
                          ActorScale(scale_rule(kind, reader.get<&Costumes::codec>(actor.costume)),
                                     static_cast<uint8_t>(actor.scale)),
                          plane_bits(reader, actor.room, actor.plane),
                          skips_low_tall(reader.get<&Game::version>(0), kind)};
    const auto values = actor_values(reader, actor.costume);
    if (!reader.status()) return reader.status();
    return draw_all(painter, {cels, count}, view, drawn, values);
  });
}
