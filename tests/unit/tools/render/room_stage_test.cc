#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/render/objects.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

/// Opens a small archive. Room 12 is 20 × 3; pixel i of its background is 3 · i. Costume 1 has one
/// cel, picture 0, at (−8, −20). The picture is 16 × 20; its pixel i is (1 + i) % 16, and value v
/// has the room's colour 32 + v.
OpenArchive opened(const SmallArchive& small) {
  Result<Archive> archive = open_bytes(write_archive(small));
  EXPECT_TRUE(archive);
  return {*std::move(archive)};
}

/// Returns the archive with a box 1 that covers the whole room, with plane 1 and scale 255.
SmallArchive with_a_box() {
  SmallArchive small = small_room_archive();
  Boxes& boxes = small.tables.boxes;
  add_row(boxes);
  boxes.urx.back() = boxes.lrx.back() = 20;
  boxes.lry.back() = boxes.lly.back() = 20;
  boxes.mask.back() = 1;
  boxes.scale.back() = 255;
  small.tables.rooms.box_offset = {0, 2, 2};
  return small;
}

uint8_t background(size_t i) { return static_cast<uint8_t>(3 * i); }

/// Returns the room with the picture's top left corner at (x, y), except where `hidden` is true.
template <class Hidden>
std::vector<uint8_t> expected(int x, int y, const Hidden& hidden) {
  std::vector<uint8_t> pixels(60);
  for (size_t i = 0; i < pixels.size(); ++i) {
    const int column = static_cast<int>(i % 20) - x;
    const int row = static_cast<int>(i / 20) - y;
    const int value = (1 + 16 * row + column) % 16;
    const bool drawn = column >= 0 && column < 16 && row >= 0 && row < 20 && value != 0;
    pixels[i] = drawn && !hidden(i % 20, i / 20) ? static_cast<uint8_t>(32 + value) : background(i);
  }
  // Strip 1, columns 8 to 15, is see-through, but none of its pixels has colour 5.
  return pixels;
}

bool nowhere(size_t, size_t) { return false; }

std::vector<uint8_t> first_tick(const OpenArchive& open, const RoomStage& stage) {
  const Result<Trace> trace = baked_trace(open.tables, 0);
  const Rect box = stage_bounds(stage, *trace, open.tables.pictures, false);
  PictureReader pictures(open.archive);
  const Result<TickPainter> painter = TickPainter::create(pictures, *trace, box, stage);
  EXPECT_TRUE(painter);
  return painter->draw(0, 1, 1)->pixels;
}

/// The states of four objects when their room is entered. The first three share place and size.
ObjectStates entered(Version version, Column<uint8_t> state, Column<uint8_t> of_script) {
  SmallArchive small = small_room_archive();
  small.tables.game.version[0] = version;
  const auto images = static_cast<uint32_t>(small.tables.images.state.size());
  small.tables.rooms.object_offset = {0, 4, 4};
  Objects& objects = small.tables.objects;
  objects = {};
  for (uint16_t number = 1; number <= 4; ++number) {
    add_row(objects);
    objects.number.back() = number;
    objects.width.back() = 8;
    objects.height.back() = number < 4 ? 8 : 16;
    objects.parent.back() = kNone;
    objects.image_offset.back() = images;
  }
  objects.state = std::move(state);
  objects.entered = std::move(of_script);
  return object_states(opened(small).tables, 0, ShownObjects::entered);
}

TEST(ObjectStates, OfEntryScriptsAreSetOverTheFirstOnes) {
  EXPECT_EQ(entered(Version::v6, {1, 1, 0, 2}, {kNoState, 2, 1, 0}), (ObjectStates{1, 2, 1, 0}));
}

TEST(ObjectStates, OfEntryScriptsReplaceOthersAtTheirPlaceUpToVersion5) {
  EXPECT_EQ(entered(Version::v5, {1, 0, 0, 1}, {kNoState, 2, 1, kNoState}),
            (ObjectStates{0, 2, 0, 1}));
  EXPECT_EQ(entered(Version::v5, {1, 1, 0, 1}, {kNoState, 0, kNoState, kNoState}),
            (ObjectStates{1, 0, 0, 1}));
}

TEST(ObjectImages, ClearBitsOfThePlanesWhereTheyAreDrawn) {
  SmallArchive small = small_room_archive();
  small.tables.images.mask_offset = {0, 1, 2};
  constexpr uint32_t kImage = 1;  // at 8, 1; its mask of plane 1 clears FF and 7E, sets 18 and 3C
  EXPECT_EQ(plane_with(opened(small).tables, 0, 1, {kImage}),
            (std::vector<uint8_t>{0x80, 0x01, 0x10, 0xC0, 0x18, 0x30, 0xE0, 0x3D, 0x70}));
}

TEST(RoomStage, DrawsAnActorIntoItsRoom) {
  const OpenArchive open = opened(small_room_archive());
  const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = {10, 21}});
  ASSERT_TRUE(stage);
  EXPECT_EQ(describe(*stage), "no box, no plane, scale 255; the point is in no box");
  EXPECT_EQ(first_tick(open, *stage), expected(2, 1, nowhere));
  EXPECT_EQ(stage->palette.rgb[3], 3);
}

TEST(RoomStage, ItsBoxSaysWhatHidesIt) {
  const OpenArchive open = opened(with_a_box());
  const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = {10, 20}});
  ASSERT_TRUE(stage);
  EXPECT_EQ(describe(*stage), "box 1, plane 1 of 2, scale 255; the point is in box 1");
  // Plane 1 has three bytes a row: 80 01 10, C0 03 30, E0 07 70.
  const auto hidden = [](size_t x, size_t y) {
    return x <= y || (x + y >= 15 && x <= 15) || (x + y >= 19 && x <= 19);
  };
  EXPECT_EQ(first_tick(open, *stage), expected(2, 0, hidden));
}

TEST(RoomStage, SaysWhyABoxThatDoesNotContainThePointWasChosen) {
  const auto described = [](bool invisible, const StageWish& wish) {
    SmallArchive small = with_a_box();
    if (invisible) small.tables.boxes.flags[1] = kBoxInvisible;
    const OpenArchive open = opened(small);
    return describe(*make_stage(open.archive, 0, 0, 0, wish));
  };
  const std::string plane = "plane 1 of 2, scale 255; the point is in ";
  EXPECT_EQ(described(false, {.at = {10, 99}}), "box 1, the nearest, " + plane + "no box");
  EXPECT_EQ(described(true, {.at = {10, 20}, .box = 1}), "box 1, " + plane + "box 1");
  EXPECT_EQ(described(false, {.at = {10, 99}, .box = 1}),
            "box 1, which does not contain the point, " + plane + "no box");
  EXPECT_EQ(described(true, {.at = {10, 20}}),
            "no box, no plane, scale 255; the point is in box 1");
}

TEST(RoomStage, WhatIsGivenCounts) {
  const OpenArchive open = opened(with_a_box());
  const Result<RoomStage> stage =
      make_stage(open.archive, 0, 0, 0, {.at = {10, 20}, .box = 0, .plane = 2, .scale = 7});
  ASSERT_TRUE(stage);
  EXPECT_EQ(describe(*stage), "no box, plane 2 of 2, scale 7; the point is in box 1");
  const Result<RoomStage> seen = make_stage(open.archive, 0, 0, 0, {.at = {10, 20}, .plane = 0});
  ASSERT_TRUE(seen);
  EXPECT_EQ(first_tick(open, *seen), expected(2, 0, nowhere));
}

TEST(RoomStage, APlaneThatIsMissingHidesNothing) {
  const OpenArchive open = opened(with_a_box());
  const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = {10, 20}, .plane = 2});
  ASSERT_TRUE(stage);
  EXPECT_EQ(first_tick(open, *stage), expected(2, 0, nowhere));
}

TEST(RoomStage, CroppedToWhatTheActorReaches) {
  const OpenArchive open = opened(small_room_archive());
  const Result<Trace> trace = baked_trace(open.tables, 0);
  const auto box_at = [&](RoomPoint at) {
    const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = at});
    return stage_bounds(*stage, *trace, open.tables.pictures, true);
  };
  EXPECT_EQ(box_at({10, 21}), (Rect{2, 1, 16, 2}));
  EXPECT_EQ(box_at({0, 0}), (Rect{0, 0, 8, 1}));
  EXPECT_EQ(box_at({100, 100}), (Rect{19, 2, 1, 1}));
  EXPECT_EQ(box_at({-100, -100}), (Rect{0, 0, 1, 1}));
}

TEST(RoomStage, SaysWhatIsMissing) {
  const OpenArchive plain = opened(small_archive());
  const Result<RoomStage> stage = make_stage(plain.archive, 0, 0, 0, {});
  ASSERT_FALSE(stage);
  EXPECT_EQ(
      stage.error().message,
      "room 12: the archive has no backgrounds: packed without --rooms, or none could be read");
  const OpenArchive open = opened(with_a_box());
  EXPECT_EQ(make_stage(open.archive, 0, 1, 0, {}).error().message,
            "room 13 has no background that could be read");
  EXPECT_EQ(make_stage(open.archive, 0, 0, 0, {.at = {}, .box = 2}).error().message,
            "room 12 has no box 2; it has 2, counted from 0");
  EXPECT_EQ(make_stage(open.archive, 0, 0, 0, {.at = {}, .plane = 3}).error().message,
            "room 12 has no plane 3; it has 2, counted from 1");
}

TEST(RoomStage, RoomsAreFoundByNumber) {
  const SmallArchive small = small_room_archive();
  EXPECT_EQ(find_room(small.tables, 13), 1u);
  EXPECT_FALSE(find_room(small.tables, 1));
}

TEST(RoomPlace, AnAnimationSetsTheZPlane) {
  EXPECT_EQ(clipped_plane(Version::v7, 2, 3, 1), 2u);
  EXPECT_EQ(clipped_plane(Version::v7, 0, 3, 1), 0u);
  EXPECT_EQ(clipped_plane(Version::v7, 100, 3, 1), 1u) << "the plane of the box";
  EXPECT_EQ(clipped_plane(Version::v8, 9, 3, 1), 3u) << "the last one";
  EXPECT_EQ(clipped_plane(Version::he80, 0, 3, 1), 1u) << "the plane of the box";
  EXPECT_EQ(clipped_plane(Version::he80, 2, 3, 1), 2u);
}

/// The game of with_a_box(), with an animation that sets plane 0 after its first tick.
SmallArchive with_a_clip() {
  SmallArchive small = with_a_box();
  small.tables.game.version = {Version::v7};
  small.tables.events.kind[0] = EventKind::clip;
  small.tables.events.value[0] = 0;
  return small;
}

TEST(RoomStage, AnAnimationSetsTheZPlaneFromTheNextTickOn) {
  const OpenArchive open = opened(with_a_clip());
  const Trace trace = *baked_trace(open.tables, 0);
  const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = {10, 20}});
  EXPECT_EQ(planes_of(open.tables, *stage, trace), (std::vector<uint32_t>{1, 0}));
  const Rect box = stage_bounds(*stage, trace, open.tables.pictures, false);
  PictureReader pictures(open.archive);
  const auto painter = TickPainter::create(pictures, trace, box, *stage);
  EXPECT_NE(painter->draw(0, 1, 1)->pixels, expected(2, 0, nowhere));
  EXPECT_EQ(painter->draw(1, 1, 1)->pixels, expected(2, 0, nowhere));
  const Result<RoomStage> given = make_stage(open.archive, 0, 0, 0, {.at = {10, 20}, .plane = 2});
  EXPECT_EQ(planes_of(open.tables, *given, trace), (std::vector<uint32_t>{2, 2}));
}

TEST(RoomStage, ShadowsDarkenTheRoom) {
  SmallArchive small = small_room_archive();
  small.tables.costumes.shadow.insert(small.tables.costumes.shadow.begin(), {1, 2, 3});
  small.tables.costumes.shadow_offset = {0, 3, 3, 5};
  for (size_t i = 0; i < 768; ++i) small.tables.palettes.rgb[i] = static_cast<uint8_t>(i / 3);
  const OpenArchive open = opened(small);
  const Result<RoomStage> stage = make_stage(open.archive, 0, 0, 0, {.at = {10, 21}});
  ASSERT_TRUE(stage);
  const std::vector<uint8_t> pixels = first_tick(open, *stage);
  // The second row of the room has the picture's first row: values 1 to 15 and 0, from x = 2 on.
  for (size_t x = 2; x < 5; ++x) EXPECT_EQ(pixels[20 + x], background(20 + x) / 2) << x;
  EXPECT_EQ(pixels[20 + 5], 32 + 4);
  const Result<RoomStage> stored =
      make_stage(open.archive, 0, 0, 0, {.at = {10, 21}, .shadows = Shadows::as_stored});
  EXPECT_EQ(first_tick(open, *stored), expected(2, 1, nowhere));
}

}  // namespace
}  // namespace wardrobe
