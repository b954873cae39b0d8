#include <array>
#include <numeric>
#include <vector>

#include <climits>
#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr uint8_t kEmpty = 99;  ///< what an untouched canvas shows
constexpr uint8_t kHole = 0;    ///< the transparent value of pictures

std::array<uint8_t, 256> same_colors() {
  std::array<uint8_t, 256> colors{};
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  return colors;
}

/// A canvas that shows a part of a room.
struct Shown {
  explicit Shown(const Rect& part)
      : box(part), pixels(static_cast<size_t>(part.width * part.height), kEmpty) {}

  Canvas<uint8_t> canvas() {
    const auto width = static_cast<size_t>(box.width);
    return {pixels, width, static_cast<size_t>(box.height), width};
  }

  Rect box;
  std::vector<uint8_t> pixels;
};

std::vector<uint8_t> background_of(const RoomView& room, const Rect& box) {
  Shown shown(box);
  draw_background<uint8_t>(room, same_colors(), box, shown.canvas());
  return shown.pixels;
}

/// A room of 10 × 1 with the colours 10 to 19, whose first strip is see-through.
struct SmallRoom {
  std::vector<uint8_t> pixels = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  std::vector<uint8_t> see_through = {1};

  RoomView view() const { return {10, 1, pixels, see_through, 12}; }
};

TEST(Scene, BackgroundsAreCutToTheCanvasAndTheRoom) {
  const SmallRoom room;
  EXPECT_EQ(background_of(room.view(), {3, 0, 2, 1}), (std::vector<uint8_t>{13, 14}));
  EXPECT_EQ(background_of(room.view(), {8, -1, 3, 2}),
            (std::vector<uint8_t>{kEmpty, kEmpty, kEmpty, 18, 19, kEmpty}));
  EXPECT_EQ(background_of(room.view(), {-2, 0, 3, 1}), (std::vector<uint8_t>{kEmpty, kEmpty, 10}));
}

TEST(Scene, TheTransparentColourShowsNothingInSeeThroughStripsOnly) {
  SmallRoom room;
  room.pixels = {10, 11, 12, 13, 14, 15, 16, 17, 18, 12, 12, 11, 10, 11, 10, 11};
  room.see_through = {1, 0};
  const RoomView wide{16, 1, room.pixels, room.see_through, 12};
  EXPECT_EQ(background_of(wide, {1, 0, 2, 1}), (std::vector<uint8_t>{11, kEmpty}));
  EXPECT_EQ(background_of(wide, {8, 0, 2, 1}), (std::vector<uint8_t>{18, 12}));
}

TEST(Scene, ColumnsBeyondTheStripsGoWithTheLastOne) {
  SmallRoom room;
  room.pixels[9] = 12;
  EXPECT_EQ(background_of(room.view(), {8, 0, 2, 1}), (std::vector<uint8_t>{18, kEmpty}));
  room.see_through = {0};
  EXPECT_EQ(background_of(room.view(), {8, 0, 2, 1}), (std::vector<uint8_t>{18, 12}));
}

TEST(Scene, ARoomWithoutABackgroundDrawsNone) {
  EXPECT_EQ(background_of({4, 1, {}, {}, 5}, {0, 0, 2, 1}), (std::vector<uint8_t>{kEmpty, kEmpty}));
}

/// Draws one picture, 4 × 2 with a hole, into a room of 12 × 4 without a background.
std::vector<uint8_t> actor_drawn(const RoomActor& actor, const Cel& cel, const Rect& box) {
  static const std::vector<uint8_t> kPicture = {1, 2, 3, 4, 5, kHole, 7, 8};
  const auto picture_of = [](uint32_t) -> Result<BlitPicture> {
    return BlitPicture{kPicture, 4, 2, 4, kHole};
  };
  Shown shown(box);
  const std::vector<Cel> cels = {cel};
  EXPECT_TRUE(draw_actor<uint8_t>(cels, picture_of, {12, 4, {}, {}, 5}, actor, same_colors(), box,
                                  shown.canvas()));
  return shown.pixels;
}

RoomActor actor_at(int32_t x, int32_t y) { return {{x, y}, ActorScale(), {}, false}; }

constexpr Cel kCel{0, 0, 0, 0, -1, -1};

TEST(Scene, AnActorIsDrawnAtItsPlace) {
  EXPECT_EQ(actor_drawn(actor_at(2, 1), kCel, {0, 0, 6, 2}),
            (std::vector<uint8_t>{kEmpty, 1, 2, 3, 4, kEmpty, kEmpty, 5, kEmpty, 7, 8, kEmpty}));
}

TEST(Scene, FlippedCelsAreMirrored) {
  Cel flipped = kCel;
  flipped.flip = 1;
  EXPECT_EQ(actor_drawn(actor_at(2, 1), flipped, {0, 0, 6, 2}),
            (std::vector<uint8_t>{kEmpty, 4, 3, 2, 1, kEmpty, kEmpty, 8, 7, kEmpty, 5, kEmpty}));
}

TEST(Scene, AnActorIsNotDrawnOutsideTheRoom) {
  EXPECT_EQ(actor_drawn(actor_at(0, 0), kCel, {-2, -1, 5, 2}),
            (std::vector<uint8_t>{kEmpty, kEmpty, kEmpty, kEmpty, kEmpty,  //
                                  kEmpty, kEmpty, kEmpty, 7, 8}));
  EXPECT_EQ(actor_drawn(actor_at(11, 4), kCel, {9, 3, 5, 2}),
            (std::vector<uint8_t>{kEmpty, 1, 2, kEmpty, kEmpty,  //
                                  kEmpty, kEmpty, kEmpty, kEmpty, kEmpty}));
}

TEST(Scene, APlaneHidesWhereItsBitsAre) {
  // The plane has two bytes a row. It hides columns 2 and 4 of row 0, and column 3 of row 1.
  const std::vector<uint8_t> plane = {0x28, 0, 0x10, 0, 0, 0, 0, 0};
  RoomActor actor = actor_at(2, 1);
  actor.plane = plane;
  EXPECT_EQ(actor_drawn(actor, kCel, {0, 0, 6, 2}),
            (std::vector<uint8_t>{kEmpty, 1, kEmpty, 3, kEmpty, kEmpty,  //
                                  kEmpty, 5, kEmpty, kEmpty, 8, kEmpty}));
}

TEST(Scene, DroppedColumnsShowThroughHoles) {
  // At half size, columns 0, 1 and 2 of the picture (indices 126 to 128) are kept. Column 3 (129)
  // is dropped, but stays visible, as nothing is drawn over it. Row 1 (129) is dropped.
  RoomActor actor = actor_at(4, 2);
  actor.scale = ActorScale(ScaleRule::cost, 128);
  const Cel cel{0, 0, 0, 0, -2, 0};
  EXPECT_EQ(actor_drawn(actor, cel, {0, 2, 8, 2}),
            (std::vector<uint8_t>{kEmpty, kEmpty, 1, 2, 3, 4, kEmpty, kEmpty,  //
                                  kEmpty, kEmpty, kEmpty, kEmpty, kEmpty, kEmpty, kEmpty, kEmpty}));
}

TEST(Scene, LowAndTallPicturesOfOldCostumesAreLeftOut) {
  EXPECT_TRUE(facts(Version::v5).skips_low_tall());
  EXPECT_TRUE(facts(Version::v6).skips_low_tall());
  EXPECT_FALSE(facts(Version::v7).skips_low_tall());
  EXPECT_FALSE(facts(Version::he60).skips_low_tall());
  const std::vector<uint8_t> tall(256, 7);
  std::vector<uint8_t> pixels(1, kEmpty);
  const BlitPicture picture{tall, 1, 256, 1, kHole};
  RoomActor actor = actor_at(0, 0);
  const Cel cel{0, 0, 0, 0, 0, -256};
  const Canvas<uint8_t> canvas{pixels, 1, 1, 1};
  actor.at.y = 1;
  actor.skips_low_tall = true;
  draw_in_room<uint8_t>(picture, cel, {1, 1, {}, {}, 5}, actor, same_colors(), {}, canvas);
  EXPECT_EQ(pixels[0], kEmpty);
  actor.skips_low_tall = false;
  draw_in_room<uint8_t>(picture, cel, {1, 1, {}, {}, 5}, actor, same_colors(), {}, canvas);
  EXPECT_EQ(pixels[0], 7);
}

TEST(Scene, TheFarthestActorIsCutOff) {
  const Cel far{0, 0, 0, 0, INT_MIN, INT_MAX};
  const std::vector<uint8_t> nothing(4, kEmpty);
  EXPECT_EQ(actor_drawn(actor_at(INT_MIN, INT_MAX), far, {0, 0, 2, 2}), nothing);
  RoomActor small = actor_at(INT_MAX, INT_MIN);
  small.scale = ActorScale(ScaleRule::akos, 3);
  EXPECT_EQ(actor_drawn(small, far, {0, 0, 2, 2}), nothing);
  Extent extent;
  add_extent(far, 4, 2, actor_at(INT_MIN, INT_MAX), extent);
  EXPECT_EQ(extent.box(), (Rect{INT_MIN, INT_MAX, 4, 2}));
}

TEST(Scene, TheExtentIsThatOfTheScaledPicture) {
  Extent extent;
  RoomActor actor = actor_at(4, 2);
  actor.scale = ActorScale(ScaleRule::cost, 128);
  add_extent({0, 0, 0, 0, -4, -4}, 8, 8, actor, extent);
  EXPECT_EQ(extent.box(), (Rect{1, -1, 6, 5}));
}

TEST(Scene, ADroppedColumnDarkensNoPixelTwice) {
  const std::vector<uint8_t> pixels(8, 1);
  RoomActor actor;
  actor.scale = ActorScale(ScaleRule::cost, 128);
  actor.shading.any = actor.shading.is_shadow[1] = true;
  for (size_t i = 0; i < 256; ++i) actor.shading.darker[i] = static_cast<uint8_t>(i / 2);
  std::vector<uint8_t> canvas(8, 100);
  std::array<uint8_t, 256> colors{};
  RoomView room;
  room.width = 8;
  room.height = 1;
  draw_in_room<uint8_t>({pixels, 8, 1, 8, 0}, Cel{}, room, actor, colors, {0, 0, 8, 1},
                        {canvas, 8, 1, 8});
  EXPECT_EQ(canvas, (std::vector<uint8_t>{50, 50, 50, 50, 50, 100, 100, 100}))
      << "the last column is a dropped one";
  std::vector<uint32_t> words(8, 0xFFC8C8C8);
  std::array<uint32_t, 256> rgba{};
  rgba[1] = 0x80000000;
  draw_in_room<uint32_t>({pixels, 8, 1, 8, 0}, Cel{}, room, actor, rgba, {0, 0, 8, 1},
                         {words, 8, 1, 8});
  EXPECT_EQ(words[0], 0xFF646464);
  EXPECT_EQ(words[4], 0xFF646464);
  EXPECT_EQ(words[5], 0xFFC8C8C8);
}

}  // namespace
}  // namespace wardrobe
