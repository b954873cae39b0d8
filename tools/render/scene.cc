#include "tools/render/scene.h"

#include <algorithm>
#include <vector>

#include "formats/limits.h"
#include "formats/player/limb.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

/// A range of pixels of the room.
struct Stretch {
  int64_t begin = 0;
  int64_t end = 0;

  bool has(int64_t at) const { return at >= begin && at < end; }
};

/// The range of the room on a canvas whose first pixel is the room's `first`.
Stretch shown(int64_t first, size_t canvas, uint32_t room) {
  const int64_t begin = std::clamp<int64_t>(first, 0, room);
  return {begin, std::clamp<int64_t>(first + static_cast<int64_t>(canvas), begin, room)};
}

void remove_hidden(std::vector<ScaledLine>& lines, const Stretch& shown) {
  std::erase_if(lines, [&](const ScaledLine& line) { return !shown.has(line.to); });
}

bool is_set(Bytes bits, size_t row_bytes, size_t x, size_t y) {
  const size_t at = y * row_bytes + x / 8;
  return at < bits.size() && ((bits[at] >> (7 - x % 8)) & 1) != 0;
}

int32_t unflipped_x(const Cel& cel, size_t width) {
  return left_edge(cel.x, static_cast<uint16_t>(width), cel.flip != 0);
}

int32_t coordinate(int64_t at) {
  return static_cast<int32_t>(std::clamp<int64_t>(at, INT32_MIN, INT32_MAX));
}

bool is_left_out(const RoomActor& actor, int64_t top, size_t height) {
  constexpr int64_t kTooLow = 256;
  return actor.skips_low_tall &&
         std::max<int64_t>(top, 0) + static_cast<int64_t>(height) >= kTooLow;
}

}  // namespace

bool skips_low_tall(int version, Kind kind) { return kind == Kind::cost && version <= kScumm6; }

template <class Pixel>
void draw_background(const RoomView& room, SceneColors<Pixel> colors, const Rect& box,
                     const Canvas<Pixel>& canvas) {
  if (room.pixels.size() < size_t{room.width} * room.height) return;
  const Stretch columns = shown(box.left, canvas.width, room.width);
  const Stretch rows = shown(box.top, canvas.height, room.height);
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
  if (is_left_out(actor, actor.scale.top(actor.at.y, cel.y), picture.height)) return;
  const Stretch shown_columns = shown(box.left, canvas.width, room.width);
  const Stretch shown_rows = shown(box.top, canvas.height, room.height);
  std::vector<ScaledLine> columns =
      actor.scale.columns(actor.at.x, unflipped_x(cel, picture.width),
                          static_cast<uint32_t>(picture.width), cel.flip != 0);
  remove_hidden(columns, shown_columns);
  const size_t row_bytes = (room.width + 7) / 8;
  const auto height = static_cast<uint32_t>(picture.height);
  for (const ScaledLine& row : actor.scale.rows(actor.at.y, cel.y, height)) {
    if (!shown_rows.has(row.to)) continue;
    const auto y = static_cast<size_t>(row.to);
    const uint8_t* const from = &picture.pixels[row.from * picture.stride];
    Pixel* const to = &canvas.pixels[static_cast<size_t>(row.to - box.top) * canvas.stride];
    for (const ScaledLine& column : columns) {
      const uint8_t value = from[column.from];
      if (value == picture.transparent) continue;
      if (is_set(actor.plane, row_bytes, static_cast<size_t>(column.to), y)) continue;
      to[column.to - box.left] = colors[value];
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
  const std::vector<ScaledLine> columns =
      actor.scale.columns(actor.at.x, unflipped_x(cel, width), width, cel.flip != 0);
  const std::vector<ScaledLine> rows = actor.scale.rows(actor.at.y, cel.y, height);
  if (columns.empty() || rows.empty()) return;
  const int64_t left = std::min(columns.front().to, columns.back().to);
  const int64_t right = std::max(columns.front().to, columns.back().to);
  const auto drawn = static_cast<uint32_t>(rows.back().to - rows.front().to + 1);
  extent.add(coordinate(left), coordinate(rows.front().to), static_cast<uint32_t>(right - left + 1),
             drawn);
}

}  // namespace wardrobe
