#include "tools/render/room_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/versions.h"

namespace wardrobe {
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

}  // namespace wardrobe
