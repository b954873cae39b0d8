#include "tools/render/room.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "formats/colors.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

constexpr uint8_t reversed(uint32_t bits) {
  uint32_t result = 0;
  for (unsigned bit = 0; bit < 8; ++bit) result |= ((bits >> bit) & 1u) << (7 - bit);
  return static_cast<uint8_t>(result);
}

/// The table of ScaleRule::cost, by index. A row or column is kept if its entry is below the scale.
std::vector<uint8_t> cost_table() {
  constexpr uint32_t kMiddle = 128;
  std::vector<uint8_t> table(2 * kMiddle, kFullScale);
  for (uint32_t i = 0; i < kMiddle; ++i) table[kMiddle + i] = reversed(i);
  for (uint32_t n = 1; n < kMiddle; ++n) {
    table[kMiddle - n] = static_cast<uint8_t>(255 - reversed(3 * std::bit_floor(n) - 1 - n));
  }
  return table;
}

/// 255 stands for 254, too: no scale but full size is above either.
std::vector<uint8_t> akos_table() {
  std::vector<uint8_t> table(size_t{3} * 256);
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = reversed(i % 256);
  return table;
}

const std::vector<uint8_t>& table_of(ScaleRule rule) {
  static const std::vector<uint8_t> kCost = cost_table();
  static const std::vector<uint8_t> kAkos = akos_table();
  return rule == ScaleRule::akos ? kAkos : kCost;
}

/// `count` with the sign of `rel`.
int64_t signed_as(int64_t rel, int64_t count) { return rel < 0 ? -count : count; }

Error cannot_show(const RoomsView& rooms, uint32_t room, std::string_view why) {
  return {ErrorCode::not_found, kNoOffset,
          "room " + std::to_string(rooms.number[room]) + std::string(why)};
}

}  // namespace

ScaleRule scale_rule(Kind kind, uint8_t codec, Version version) {
  if (kind == Kind::akos && codec != kAkosRle) return ScaleRule::unscaled;
  const bool wide = kind == Kind::akos && facts(version).wide_scale();
  return wide ? ScaleRule::akos : ScaleRule::cost;
}

std::vector<uint16_t> least_scales(ScaleRule rule, int64_t rel, bool flip, size_t count) {
  const std::vector<uint8_t>& table = table_of(rule);
  const auto size = static_cast<int64_t>(table.size());
  const int64_t step = flip ? -1 : 1;
  std::vector<uint16_t> least;
  for (int64_t i = 0; i < static_cast<int64_t>(count); ++i) {
    const int64_t index = (size / 2 + step * (i - std::abs(rel))) % size;
    least.push_back(static_cast<uint16_t>(
        rule == ScaleRule::unscaled ? 0 : table[static_cast<size_t>((index + size) % size)] + 1));
  }
  return least;
}

ActorScale::ActorScale(ScaleRule rule, uint8_t scale) {
  keeps_ = table_of(rule);
  middle_ = static_cast<int64_t>(keeps_.size() / 2);
  const bool full = rule == ScaleRule::unscaled || scale == kFullScale;
  for (uint8_t& entry : keeps_) entry = full || entry < scale ? 1 : 0;
}

int64_t ActorScale::kept(int64_t first, int64_t count) const {
  const auto size = static_cast<int64_t>(keeps_.size());
  int64_t sum = count / size * std::ranges::count(keeps_, uint8_t{1});
  ScaledLines line(keeps_, first, 0, 1);
  for (int64_t i = 0; i < count % size; ++i, line.next()) sum += line.is_kept() ? 1 : 0;
  return sum;
}

ScaledLines ActorScale::columns(int64_t actor, int64_t rel, bool flip) const {
  const int64_t away = std::abs(rel);
  const int step = flip ? -1 : 1;
  const int64_t first = middle_ - step * away;
  const int64_t before = flip ? kept(first - away + 1, away) : kept(first, away);
  return {keeps_, first, actor + step * signed_as(rel, before), step};
}

ScaledLines ActorScale::rows(int64_t actor, int64_t rel) const {
  const int64_t away = std::abs(rel);
  const int64_t first = middle_ - away;
  return {keeps_, first, actor + signed_as(rel, kept(first, away)), 1};
}
namespace {

/// Above 0 if `point` is to the right of the line from `a` to `b`, with y downwards. A double,
/// because products of 32-bit coordinates would overflow.
double side(RoomPoint a, RoomPoint b, RoomPoint point) {
  return (double{1} * b.x - a.x) * (double{1} * point.y - a.y) -
         (double{1} * b.y - a.y) * (double{1} * point.x - a.x);
}

/// The square of the distance of a point from the segment from `a` to `b`.
double squared_distance(RoomPoint a, RoomPoint b, RoomPoint point) {
  const double dx = double{1} * b.x - a.x;
  const double dy = double{1} * b.y - a.y;
  const double px = double{1} * point.x - a.x;
  const double py = double{1} * point.y - a.y;
  const double length = dx * dx + dy * dy;
  const double along = length > 0 ? std::clamp((px * dx + py * dy) / length, 0.0, 1.0) : 0.0;
  const double x = px - along * dx;
  const double y = py - along * dy;
  return x * x + y * y;
}

double squared_distance(const WalkBox& box, RoomPoint point) {
  double nearest = std::numeric_limits<double>::max();
  for (size_t i = 0; i < box.corners.size(); ++i) {
    const RoomPoint next = box.corners[(i + 1) % box.corners.size()];
    nearest = std::min(nearest, squared_distance(box.corners[i], next, point));
  }
  return nearest;
}

bool open_to_actors(const WalkBox& box) { return (box.flags & kBoxInvisible) == 0; }

/// The number of the nearest visible box; 0 if there is none.
uint32_t nearest_box(std::span<const WalkBox> boxes, RoomPoint point) {
  uint32_t nearest = 0;
  double least = std::numeric_limits<double>::max();
  for (size_t i = boxes.size(); i-- > 1;) {
    const double distance = squared_distance(boxes[i], point);
    if (!open_to_actors(boxes[i]) || distance >= least) continue;
    least = distance;
    nearest = static_cast<uint32_t>(i);
  }
  return nearest;
}

uint8_t clipped_scale(int64_t scale) {
  return static_cast<uint8_t>(std::clamp<int64_t>(scale, 1, 255));
}

}  // namespace

RoomGround room_ground(const TablesView& tables, uint32_t room) {
  const BoxesView& boxes = tables.boxes;
  const ScalesView& scales = tables.scales;
  RoomGround ground;
  for (const uint32_t row : rows_of(tables.rooms.box_offset, room)) {
    ground.boxes.push_back({{{{boxes.ulx[row], boxes.uly[row]},
                              {boxes.urx[row], boxes.ury[row]},
                              {boxes.lrx[row], boxes.lry[row]},
                              {boxes.llx[row], boxes.lly[row]}}},
                            boxes.mask[row],
                            boxes.flags[row],
                            boxes.scale[row]});
  }
  for (const uint32_t row : rows_of(tables.rooms.scale_offset, room)) {
    ground.scales.push_back(
        {scales.scale1[row], scales.y1[row], scales.scale2[row], scales.y2[row]});
  }
  ground.planes = rows_of(tables.rooms.plane_offset, room).size();
  return ground;
}

bool contains(const WalkBox& box, RoomPoint point) {
  constexpr double kNear = 2;
  const auto& corners = box.corners;
  const auto& [ul, ur, lr, ll] = corners;
  const bool is_line = (ul == ur && lr == ll) || (ul == ll && ur == lr);
  if (is_line) return squared_distance(ul, lr, point) <= kNear * kNear;
  const auto [left, right] = std::ranges::minmax(corners, {}, &RoomPoint::x);
  const auto [top, bottom] = std::ranges::minmax(corners, {}, &RoomPoint::y);
  if (point.x < left.x || point.x > right.x || point.y < top.y || point.y > bottom.y) return false;
  for (size_t i = 0; i < corners.size(); ++i) {
    if (side(corners[i], corners[(i + 1) % corners.size()], point) < 0) return false;
  }
  return true;
}

std::vector<uint32_t> boxes_at(std::span<const WalkBox> boxes, RoomPoint point) {
  std::vector<uint32_t> found;
  for (size_t i = boxes.size(); i-- > 1;) {
    if (contains(boxes[i], point)) found.push_back(static_cast<uint32_t>(i));
  }
  return found;
}

uint8_t scale_at(const WalkBox& box, std::span<const ScaleLine> scales, int32_t y) {
  if ((box.scale & kScaleSlot) == 0) return box.scale == 0 ? kFullScale : clipped_scale(box.scale);
  const size_t slot = box.scale & (kScaleSlot - 1u);
  if (slot >= scales.size()) return kFullScale;
  const auto [scale1, y1, scale2, y2] = scales[slot];
  if (y1 == y2) return scale1 == 0 ? kFullScale : clipped_scale(scale1);
  const int64_t rise = int64_t{scale2} - scale1;
  const int64_t down = int64_t{std::max(y, 0)} - y1;
  // Values of scale slots in version 8 have 32 bits, but real scales and heights are small.
  constexpr int64_t kMost = int64_t{1} << 31;
  if (std::abs(rise) >= kMost || std::abs(down) >= kMost) return kFullScale;
  return clipped_scale(rise * down / (int64_t{y2} - y1) + scale1);
}

ActorPlace actor_place(const RoomGround& ground, RoomPoint point, std::optional<uint32_t> box) {
  ActorPlace place;
  if (box) {
    place.box = *box;
  } else {
    const std::vector<uint32_t> found = boxes_at(ground.boxes, point);
    const auto open = std::ranges::find_if(
        found, [&](uint32_t number) { return open_to_actors(ground.boxes[number]); });
    place.box = open != found.end() ? *open : nearest_box(ground.boxes, point);
  }
  if (place.box == 0) return place;
  const WalkBox& chosen = ground.boxes[place.box];
  place.inside = contains(chosen, point);
  place.plane = std::min<uint32_t>(chosen.mask, ground.planes);
  place.scale = scale_at(chosen, ground.scales, point.y);
  return place;
}

uint32_t clipped_plane(Version version, int32_t value, uint32_t planes, uint32_t of_box) {
  if (value == facts(version).box_clip()) return of_box;
  return static_cast<uint32_t>(std::clamp<int64_t>(value, 0, planes));
}

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

Result<RoomStage> make_stage(const Archive& archive, uint32_t costume, uint32_t room,
                             uint32_t palette, const StageWish& wish) {
  const TablesView& tables = archive.tables();
  if (tables.rooms.background_offset.back() == 0) {
    return cannot_show(
        tables.rooms, room,
        ": the archive has no backgrounds: packed without --rooms, or none could be read");
  }
  RoomStage stage;
  stage.row = room;
  stage.room = room_view(tables.rooms, room);
  const std::vector<uint32_t> images = images_shown(
      tables, room, wish.states ? *wish.states : object_states(tables, room, ShownObjects::first));
  RoomPicture picture;
  ASSIGN_OR_RETURN(picture.pixels, draw_room(archive, room, images));
  for (uint32_t plane = 1; plane <= rows_of(tables.rooms.plane_offset, room).size(); ++plane) {
    picture.planes.push_back(plane_with(tables, room, plane, images));
  }
  stage.picture = std::make_shared<const RoomPicture>(std::move(picture));
  stage.room.pixels = stage.picture->pixels;
  if (stage.room.pixels.empty()) {
    return cannot_show(tables.rooms, room, " has no background that could be read");
  }
  std::iota(stage.background_colors.begin(), stage.background_colors.end(), uint8_t{0});
  stage.palette.set_first(elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette));
  if (costume == kNone) return stage;
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
  std::ranges::copy(room_colors(tables, costume, room), stage.actor_colors.begin());
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

Result<TickPainter> TickPainter::create(PictureReader& pictures, const Trace& trace,
                                        const Rect& box, const Look& look) {
  std::vector<uint32_t> shown;
  for (const Cel& cel : trace.cels) shown.push_back(cel.picture);
  TRY(check_pictures(pictures, std::move(shown)));
  return TickPainter(pictures, trace, box, look);
}

Result<TickPainter> TickPainter::create(PictureReader& pictures, const Trace& trace,
                                        const Rect& box, const RoomStage& stage) {
  ASSIGN_OR_RETURN(TickPainter painter, create(pictures, trace, box, Look{}));
  painter.stage_ = &stage;
  painter.planes_ = planes_of(painter.tables(), stage, trace);
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  painter.room_.resize(width * height);
  draw_background<uint8_t>(stage.room, stage.background_colors, box,
                           {painter.room_, width, height, width});
  return painter;
}

uint64_t TickPainter::drawn_pixels() const {
  const PicturesView& pictures = tables().pictures;
  uint64_t drawn = 0;
  for (const Cel& cel : trace_->cels) {
    drawn += uint64_t{pictures.width[cel.picture]} * pictures.height[cel.picture];
  }
  return drawn;
}

Status TickPainter::draw_on(const Canvas<uint8_t>& canvas, size_t tick) const {
  const auto picture_of = [this](uint32_t row) -> Result<BlitPicture> {
    ASSIGN_OR_RETURN(const Bytes pixels, pictures_->read(row));
    return picture_with(tables().pictures, row, pixels);
  };
  const auto cels = trace_->cels_at(tick);
  if (stage_ != nullptr) {
    for (size_t y = 0; y < canvas.height; ++y) {
      std::ranges::copy(std::span(room_).subspan(y * canvas.width, canvas.width),
                        canvas.pixels.subspan(y * canvas.stride).begin());
    }
  }
  if (stage_ == nullptr) return draw_cels(cels, picture_of, box_, canvas, shading_);
  RoomActor actor = stage_->actor;
  actor.plane = stage_->plane_bits(planes_[tick]);
  TRY(draw_actor<uint8_t>(cels, picture_of, stage_->room, actor, stage_->actor_colors, box_,
                          canvas));
  if (!stage_->cycles) return ok();
  const auto colors = cycled_colors(tables(), stage_->row, tick);
  for (size_t y = 0; y < canvas.height; ++y) {
    for (uint8_t& pixel : canvas.pixels.subspan(y * canvas.stride, canvas.width)) {
      pixel = colors[pixel];
    }
  }
  return ok();
}

Result<IndexImage> TickPainter::draw(size_t tick, size_t count, uint32_t scale) const {
  const auto width = static_cast<size_t>(box_.width);
  const auto height = static_cast<size_t>(box_.height);
  IndexImage image{static_cast<uint32_t>(width * count), static_cast<uint32_t>(height), {}};
  image.pixels.assign(width * count * height, background_);
  for (size_t i = 0; i < count; ++i) {
    TRY(draw_on({std::span(image.pixels).subspan(i * width), width, height, width * count},
                tick + i));
  }
  return magnified(std::move(image), scale);
}

}  // namespace wardrobe
