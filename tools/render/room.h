#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/player.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "kernels/blit.h"
#include "tools/render/objects.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Scales actors as the engines do: SCUMM.md §8 "Scaled pictures".

/// The scale of an actor that is as large as its pictures.
inline constexpr uint8_t kFullScale = 255;

/// The table that decides which rows and columns are left out.
enum class ScaleRule : uint8_t {
  cost,
  akos,
  unscaled,  ///< always at full size
};

/// The rule for a costume, by its kind and codec in the archive and the version of its game.
ScaleRule scale_rule(Kind kind, uint8_t codec, Version version);

/// The lowest scale at which each of a picture's `count` columns is drawn, or each of its rows,
/// which are never flipped; 256: only at full size. `rel` is as for ActorScale.
std::vector<uint16_t> least_scales(ScaleRule rule, int64_t rel, bool flip, size_t count);

/// Goes along the rows or the columns of a picture, in drawing order.
class ScaledLines {
 public:
  ScaledLines(std::span<const uint8_t> keeps, int64_t index, int64_t first, int step)
      : keeps_(keeps), to_(first), step_(step) {
    const auto size = static_cast<int64_t>(keeps.size());
    at_ = static_cast<size_t>((index % size + size) % size);
  }

  /// Where the line is drawn: an x or a y of the room.
  int64_t to() const { return to_; }
  /// Dropped columns are drawn, too: at the x of the next kept one, which is drawn over them.
  bool is_kept() const { return keeps_[at_] != 0; }

  void next() {
    if (is_kept()) to_ += step_;
    at_ =
        step_ > 0 ? (at_ + 1 == keeps_.size() ? 0 : at_ + 1) : (at_ == 0 ? keeps_.size() : at_) - 1;
  }

 private:
  std::span<const uint8_t> keeps_;
  size_t at_;
  int64_t to_;
  int step_;
};

/// The rows and columns of a picture that are drawn at a scale of 1 to 255.
class ActorScale {
 public:
  explicit ActorScale(ScaleRule rule = ScaleRule::unscaled, uint8_t scale = kFullScale);

  /// The columns of a picture. `rel` is the picture's x from the anchor, before flipping; `actor`
  /// is the x of the anchor. Valid as long as this object.
  ScaledLines columns(int64_t actor, int64_t rel, bool flip) const;

  /// The rows of a picture. `rel` is the picture's y from the anchor; `actor` is the y of the
  /// anchor. Valid as long as this object.
  ScaledLines rows(int64_t actor, int64_t rel) const;

 private:
  /// Number of kept indices among the `count` from `first` on.
  int64_t kept(int64_t first, int64_t count) const;

  int64_t middle_;              ///< the index of the anchor's row and column
  std::vector<uint8_t> keeps_;  ///< by index; it repeats in both directions
};

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

/// The place of an actor in a room as the user asks for it. If a member is not given, the point
/// decides.
struct StageWish {
  RoomPoint at;
  std::optional<uint32_t> box = std::nullopt;
  std::optional<uint32_t> plane = std::nullopt;  ///< counted from 1; 0: none
  std::optional<uint32_t> scale = std::nullopt;  ///< 1 to 255
  Shadows shadows = Shadows::darken;
  std::optional<ObjectStates> states = std::nullopt;  ///< without: as when the game starts
};

/// The pixels of a room with its objects, row-major, and the bits of its z-planes.
struct RoomPicture {
  std::vector<uint8_t> pixels;
  std::vector<std::vector<uint8_t>> planes;
};

/// A costume in a room of an archive: the parts to draw, their colours, and how they were chosen.
struct RoomStage {
  uint32_t row = 0;  ///< of Rooms
  std::shared_ptr<const RoomPicture> picture;
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
  bool cycles = false;  ///< whether its colours cycle, a frame of the game a tick

  /// The bits of plane `plane`, from 1, with the objects; none for plane 0.
  Bytes plane_bits(uint32_t plane) const {
    return plane == 0 ? Bytes() : Bytes(picture->planes[plane - 1]);
  }
};

/// How a room, a row of Rooms, is drawn; without the pixels of its background.
RoomView room_view(const RoomsView& rooms, uint32_t room);

/// An actor in a room, a row of Rooms. The room must have plane `plane`, from 1; 0: none.
RoomActor room_actor(const TablesView& tables, uint32_t costume, uint32_t room, RoomPoint at,
                     uint32_t plane, uint8_t scale);

/// The bits of plane `plane`, from 1, of a row of Rooms; none for plane 0.
Bytes plane_bits(const TablesView& tables, uint32_t room, uint32_t plane);

/// `room` and `palette` are rows of Rooms and of Palettes; without a costume (kNone), the stage is
/// the room alone. The archive must outlive the stage. Fails if the archive has no background for
/// the room, or if the room has no box or plane as in `wish`.
Result<RoomStage> make_stage(const Archive& archive, uint32_t costume, uint32_t room,
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

/// Draws the ticks of a trace, with the anchor at the same place in every image.
class TickPainter {
 public:
  /// Fails if a picture that `trace` shows is damaged. Each image shows `box` (bounds_of), and is
  /// filled with the look's background first. The reader and the trace must outlive the painter.
  static Result<TickPainter> create(PictureReader& pictures, const Trace& trace, const Rect& box,
                                    const Look& look);

  /// The same in a room. Each image shows the part `box` of the room (stage_bounds), with colour 0
  /// where nothing is drawn. The stage must also outlive the painter.
  static Result<TickPainter> create(PictureReader& pictures, const Trace& trace, const Rect& box,
                                    const RoomStage& stage);

  /// Draws `count` ticks from `tick` on, side by side. Every pixel is a square of `scale` ×
  /// `scale`.
  Result<IndexImage> draw(size_t tick, size_t count, uint32_t scale) const;

  size_t ticks() const { return trace_->ticks(); }
  const Rect& box() const { return box_; }
  /// The number of pixels of all pictures drawn in all ticks: a measure of the work.
  uint64_t drawn_pixels() const;

 private:
  TickPainter(PictureReader& pictures, const Trace& trace, const Rect& box, const Look& look)
      : pictures_(&pictures),
        trace_(&trace),
        box_(box),
        background_(look.background),
        shading_(look.shading) {}

  Status draw_on(const Canvas<uint8_t>& canvas, size_t tick) const;
  const TablesView& tables() const { return pictures_->archive().tables(); }

  PictureReader* pictures_;
  const Trace* trace_;
  Rect box_;
  uint8_t background_;
  Shading shading_;
  // With a stage only:
  const RoomStage* stage_ = nullptr;
  std::vector<uint8_t> room_;     ///< the part `box` of its room, drawn once
  std::vector<uint32_t> planes_;  ///< by tick: the plane that hides the actor
};

}  // namespace wardrobe
