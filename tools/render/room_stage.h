#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/player/trace.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/open_archive.h"
#include "tools/render/render.h"
#include "tools/render/room_place.h"
#include "tools/render/scene.h"

namespace wardrobe {

/// The place of an actor in a room as the user asks for it. If a member is not given, the point
/// decides.
struct StageWish {
  RoomPoint at;
  std::optional<uint32_t> box = std::nullopt;
  std::optional<uint32_t> plane = std::nullopt;  ///< counted from 1; 0: none
  std::optional<uint32_t> scale = std::nullopt;  ///< 1 to 255
  Shadows shadows = Shadows::darken;
};

/// A costume in a room of an archive: the parts to draw, their colours, and how they were chosen.
struct RoomStage {
  uint32_t row = 0;  ///< of Rooms
  RoomView room;
  RoomActor actor;
  std::array<uint8_t, 256> background_colors{};  ///< pixel value → the same value
  std::array<uint8_t, 256> actor_colors{};       ///< pixel value → colour of the room
  ImagePalette palette;
  ActorPlace place;
  bool box_given = false;       ///< whether the user named the box
  bool plane_given = false;     ///< whether the user named the plane; else C083 can change it
  std::vector<uint32_t> boxes;  ///< boxes that contain the point
  uint32_t planes = 0;
};

/// How a room, a row of Rooms, is drawn; without the pixels of its background.
RoomView room_view(const RoomsView& rooms, uint32_t room);

/// An actor in a room, a row of Rooms. The room must have plane `plane`, from 1; 0: none.
RoomActor room_actor(const TablesView& tables, uint32_t costume, uint32_t room, RoomPoint at,
                     uint32_t plane, uint8_t scale);

/// The bits of plane `plane`, from 1, of a row of Rooms; none for plane 0.
Bytes plane_bits(const TablesView& tables, uint32_t room, uint32_t plane);

/// `room` and `palette` are rows of Rooms and of Palettes. The archive must outlive the stage.
/// Fails if the archive has no background for the room, or if the room has no box or plane as in
/// `wish`.
Result<RoomStage> make_stage(const OpenArchive& open, uint32_t costume, uint32_t room,
                             uint32_t palette, const StageWish& wish);

/// The planes that hide the actor in each tick: those of its place, until its animation sets
/// another one. If several commands set one in the same tick, the first of them counts.
std::vector<uint32_t> planes_of(const TablesView& tables, const RoomStage& stage,
                                const Trace& trace);

/// Describes the choice: "box 3, plane 2 of 3, scale 180; the point is in boxes 7, 3".
std::string describe(const RoomStage& stage);

/// The whole room; or, with `crop`, the part of it that the actor can cover in any tick; at least
/// one pixel.
Rect stage_bounds(const RoomStage& stage, const Trace& trace, const PicturesView& pictures,
                  bool crop);

}  // namespace wardrobe
