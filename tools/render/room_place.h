#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/tables.h"
#include "tools/render/actor_scale.h"

namespace wardrobe {

/// Finds the place of an actor in a room, with the scale and the z-plane there: SCUMM.md §8
/// "Boxes".

/// A point of a room, in pixels from its top left.
struct RoomPoint {
  int32_t x = 0;
  int32_t y = 0;

  friend bool operator==(const RoomPoint&, const RoomPoint&) = default;
};

/// A walk box. Box 0 of a room is a dummy.
struct WalkBox {
  std::array<RoomPoint, 4> corners;  ///< upper left, upper right, lower right, lower left
  uint8_t mask = 0;                  ///< the number of a z-plane; 0: none
  uint32_t flags = 0;
  uint16_t scale = 0;  ///< 1 to 255; or kScaleSlot and the position of a scale slot
};
inline constexpr uint32_t kBoxInvisible = 0x80;  ///< bit of WalkBox::flags: actors cannot enter

/// Scales by the y coordinate: `scale1` at y1, `scale2` at y2, and elsewhere the line through both.
struct ScaleLine {
  int32_t scale1 = 0;
  int32_t y1 = 0;
  int32_t scale2 = 0;
  int32_t y2 = 0;
};

/// The parts of a room that determine an actor's place.
struct RoomGround {
  std::vector<WalkBox> boxes;
  std::vector<ScaleLine> scales;
  uint32_t planes = 0;
};

/// The ground of a row of Rooms.
RoomGround room_ground(const TablesView& tables, uint32_t room);

/// How an actor is drawn at a point.
struct ActorPlace {
  uint32_t box = 0;     ///< 0: the room has no box that can be used
  bool inside = false;  ///< whether the box contains the point
  uint32_t plane = 0;   ///< the z-plane that hides the actor, 1 to `planes`; 0: none
  uint8_t scale = kFullScale;
};

/// Whether the point is in the box or on a side of it, or within two pixels if the box is a line.
bool contains(const WalkBox& box, RoomPoint point);

/// The numbers of all boxes that contain the point, invisible ones included; the highest comes
/// first.
std::vector<uint32_t> boxes_at(std::span<const WalkBox> boxes, RoomPoint point);

/// The scale of an actor in a box at this y coordinate.
uint8_t scale_at(const WalkBox& box, std::span<const ScaleLine> scales, int32_t y);

/// The place of an actor at a point. The box is `box`, which must be one of the room's; else the
/// highest visible box that contains the point; else the nearest visible box. An engine would move
/// the actor into that box; this does not.
ActorPlace actor_place(const RoomGround& ground, RoomPoint point,
                       std::optional<uint32_t> box = std::nullopt);

/// The z-plane of an actor after C083 with this operand, or an event of kind clip with this value
/// (SCUMM.md §6 "Commands"). `planes` is the number of the room's planes, and `of_box` the plane of
/// the actor's box.
uint32_t clipped_plane(Version version, int32_t value, uint32_t planes, uint32_t of_box);

}  // namespace wardrobe
