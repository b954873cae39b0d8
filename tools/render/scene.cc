#include "tools/render/scene.h"

#include <algorithm>

#include "formats/limits.h"
#include "formats/player/limb.h"

namespace wardrobe {
namespace {

/// A range of pixels of the room.
struct RoomRange {
  int64_t begin = 0;
  int64_t end = 0;

  bool has(int64_t at) const { return at >= begin && at < end; }
};

/// The range of the room that a canvas shows in one dimension. `first` is the room's pixel at which
/// the canvas begins.
RoomRange shown(int64_t first, size_t canvas, uint32_t room) {
  const int64_t begin = std::clamp<int64_t>(first, 0, room);
  return {begin, std::clamp<int64_t>(first + static_cast<int64_t>(canvas), begin, room)};
}

bool is_set(Bytes bits, size_t row_bytes, size_t x, size_t y) {
  const size_t at = y * row_bytes + x / 8;
  return at < bits.size() && ((bits[at] >> (7 - x % 8)) & 1) != 0;
}

int64_t unflipped_x(const Cel& cel, size_t width) {
  return left_edge(cel.x, static_cast<uint16_t>(width), cel.flip != 0);
}

/// Whether a pixel changes what is behind it, and so must not be drawn twice.
bool darkens(uint8_t value, SceneColors<uint8_t>, const Shading& shading) {
  return shading.is_shadow[value];
}
bool darkens(uint8_t value, SceneColors<uint32_t> colors, const Shading&) {
  return blended(colors[value], ~uint32_t{0}) != colors[value];
}

void paint(uint8_t value, SceneColors<uint8_t> colors, const Shading& shading, uint8_t& to) {
  to = shading.is_shadow[value] ? shading.darker[to] : colors[value];
}
void paint(uint8_t value, SceneColors<uint32_t> colors, const Shading&, uint32_t& to) {
  to = blended(colors[value], to);
}

int32_t coordinate(int64_t at) {
  return static_cast<int32_t>(std::clamp<int64_t>(at, INT32_MIN, INT32_MAX));
}

}  // namespace

template <class Pixel>
void draw_background(const RoomView& room, SceneColors<Pixel> colors, const Rect& box,
                     const Canvas<Pixel>& canvas) {
  if (room.pixels.size() < size_t{room.width} * room.height) return;
  const RoomRange columns = shown(box.left, canvas.width, room.width);
  const RoomRange rows = shown(box.top, canvas.height, room.height);
  const auto shows = [&](size_t x, uint8_t color) {
    if (color != room.transparent || room.see_through.empty()) return true;
    return room.see_through[std::min(x / kStripColumns, room.see_through.size() - 1)] == 0;
  };
  for (int64_t y = rows.begin; y < rows.end; ++y) {
    const uint8_t* const from = &room.pixels[static_cast<size_t>(y) * room.width];
    Pixel* const to = &canvas.pixels[static_cast<size_t>(y - box.top) * canvas.stride];
    for (int64_t x = columns.begin; x < columns.end; ++x) {
      const uint8_t color = from[x];
      if (shows(static_cast<size_t>(x), color)) to[x - box.left] = colors[color];
    }
  }
}

template <class Pixel>
void draw_in_room(const BlitPicture& picture, const Cel& cel, const RoomView& room,
                  const RoomActor& actor, SceneColors<Pixel> colors, const Rect& box,
                  const Canvas<Pixel>& canvas) {
  ScaledLines row = actor.scale.rows(actor.at.y, cel.y);
  const int64_t bottom = std::max<int64_t>(row.to(), 0) + static_cast<int64_t>(picture.height);
  if (actor.skips_low_tall && bottom >= 256) return;
  const ScaledLines columns =
      actor.scale.columns(actor.at.x, unflipped_x(cel, picture.width), cel.flip != 0);
  const RoomRange shown_columns = shown(box.left, canvas.width, room.width);
  const RoomRange shown_rows = shown(box.top, canvas.height, room.height);
  const size_t row_bytes = (room.width + 7) / 8;
  for (size_t y = 0; y < picture.height; ++y, row.next()) {
    if (!row.is_kept() || !shown_rows.has(row.to())) continue;
    const uint8_t* const from = &picture.pixels[y * picture.stride];
    Pixel* const to = &canvas.pixels[static_cast<size_t>(row.to() - box.top) * canvas.stride];
    ScaledLines column = columns;
    int64_t darkened = INT64_MIN;  // the last column: a dropped one has the place of the next
    for (size_t x = 0; x < picture.width; ++x, column.next()) {
      if (from[x] == picture.transparent || !shown_columns.has(column.to())) continue;
      const auto room_x = static_cast<size_t>(column.to());
      if (is_set(actor.plane, row_bytes, room_x, static_cast<size_t>(row.to()))) continue;
      if (darkens(from[x], colors, actor.shading)) {
        if (darkened == column.to()) continue;
        darkened = column.to();
      }
      paint(from[x], colors, actor.shading, to[column.to() - box.left]);
    }
  }
}

template void draw_background(const RoomView&, SceneColors<uint8_t>, const Rect&,
                              const Canvas<uint8_t>&);
template void draw_background(const RoomView&, SceneColors<uint32_t>, const Rect&,
                              const Canvas<uint32_t>&);
template void draw_in_room(const BlitPicture&, const Cel&, const RoomView&, const RoomActor&,
                           SceneColors<uint8_t>, const Rect&, const Canvas<uint8_t>&);
template void draw_in_room(const BlitPicture&, const Cel&, const RoomView&, const RoomActor&,
                           SceneColors<uint32_t>, const Rect&, const Canvas<uint32_t>&);

void add_extent(const Cel& cel, uint16_t width, uint16_t height, const RoomActor& actor,
                Extent& extent) {
  if (width == 0) return;
  ScaledLines column = actor.scale.columns(actor.at.x, unflipped_x(cel, width), cel.flip != 0);
  const int64_t first = column.to();
  for (unsigned x = 1; x < width; ++x) column.next();
  ScaledLines row = actor.scale.rows(actor.at.y, cel.y);
  const int64_t top = row.to();
  for (unsigned y = 0; y < height; ++y) row.next();
  if (row.to() == top) return;
  const auto [left, right] = std::minmax({first, column.to()});
  extent.add(coordinate(left), coordinate(top), static_cast<uint32_t>(right - left + 1),
             static_cast<uint32_t>(row.to() - top));
}

}  // namespace wardrobe
