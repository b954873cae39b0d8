#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/bytes.h"
#include "formats/player/trace.h"
#include "formats/result.h"
#include "kernels/blit.h"
#include "tools/render/actor_scale.h"
#include "tools/render/render.h"
#include "tools/render/room_place.h"

namespace wardrobe {

/// A room as it is drawn. The data of its spans must outlive it.
struct RoomView {
  uint32_t width = 0;
  uint32_t height = 0;
  Bytes pixels;  ///< the background, row-major; empty: there is none
  /// A byte for each strip of 8 columns: 1 if pixels with `transparent` are not drawn in it.
  /// Columns after the last whole strip belong to that strip.
  Bytes see_through;
  uint8_t transparent = 255;
};

/// An actor in a room.
struct RoomActor {
  RoomPoint at;
  ActorScale scale;
  Bytes plane;                  ///< bits of the z-plane that hides the actor, or none
  bool skips_low_tall = false;  ///< omit pictures whose top + height is 256 or more
  Shading shading{};            ///< on canvases of indices; colours are blended
};

/// For each pixel value, the value to draw: a colour's number in the room's palette, or a colour.
template <class Pixel>
using SceneColors = std::span<const Pixel, 256>;

/// Draws the part of a room's background that begins at the top left of `box`. Pixels of the canvas
/// outside the room do not change, nor do see-through ones.
template <class Pixel>
void draw_background(const RoomView& room, SceneColors<Pixel> colors, const Rect& box,
                     const Canvas<Pixel>& canvas);

/// Draws a cel of an actor into the part of the room that begins at the top left of `box`. The cel
/// is scaled, hidden by one z-plane, and clipped to the room.
template <class Pixel>
void draw_in_room(const BlitPicture& picture, const Cel& cel, const RoomView& room,
                  const RoomActor& actor, SceneColors<Pixel> colors, const Rect& box,
                  const Canvas<Pixel>& canvas);

extern template void draw_background(const RoomView&, SceneColors<uint8_t>, const Rect&,
                                     const Canvas<uint8_t>&);
extern template void draw_background(const RoomView&, SceneColors<uint32_t>, const Rect&,
                                     const Canvas<uint32_t>&);
extern template void draw_in_room(const BlitPicture&, const Cel&, const RoomView&, const RoomActor&,
                                  SceneColors<uint8_t>, const Rect&, const Canvas<uint8_t>&);
extern template void draw_in_room(const BlitPicture&, const Cel&, const RoomView&, const RoomActor&,
                                  SceneColors<uint32_t>, const Rect&, const Canvas<uint32_t>&);

/// Draws cels in order. picture_of(row) returns a row of Pictures as Result<BlitPicture>. Fails
/// with its first error.
template <class Pixel, class PictureOf>
Status draw_actor(std::span<const Cel> cels, const PictureOf& picture_of, const RoomView& room,
                  const RoomActor& actor, SceneColors<Pixel> colors, const Rect& box,
                  const Canvas<Pixel>& canvas) {
  for (const Cel& cel : cels) {
    ASSIGN_OR_RETURN(const BlitPicture picture, picture_of(cel.picture));
    draw_in_room(picture, cel, room, actor, colors, box, canvas);
  }
  return ok();
}

/// Adds to `extent` the area of the room that a cel of an actor can cover.
void add_extent(const Cel& cel, uint16_t width, uint16_t height, const RoomActor& actor,
                Extent& extent);

}  // namespace wardrobe
