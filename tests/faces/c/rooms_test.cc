// The C functions draw rooms, and actors in them, as the program does.

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "formats/versions.h"
#include "tests/faces/c/library_support.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

wardrobe_canvas canvas_of(std::vector<uint8_t>& pixels, const wardrobe_room& room, size_t size) {
  pixels.assign(size_t{room.width} * room.height * size, 0);
  wardrobe_canvas canvas{};
  canvas.pixels = pixels.data();
  canvas.stride = room.width * size;
  canvas.width = room.width;
  canvas.height = room.height;
  return canvas;
}

/// Draws the actor's room, and in it the actor at the first tick of a timeline.
std::vector<uint8_t> drawn(const Sample& sample, const wardrobe_actor& actor, uint32_t timeline,
                           const wardrobe_colors* room_colors,
                           const wardrobe_colors* actor_colors) {
  std::vector<uint8_t> pixels;
  const wardrobe_canvas canvas = canvas_of(pixels, read(wardrobe_read_room, sample, actor.room),
                                           room_colors == nullptr ? 1 : 4);
  const std::vector<wardrobe_cel> cels = cels_at(sample, timeline, 0);
  EXPECT_EQ(wardrobe_draw_room(sample.c, actor.room, actor.states, actor.state_count, room_colors,
                               &canvas, sizeof(canvas), nullptr),
            WARDROBE_OK);
  EXPECT_EQ(wardrobe_draw_actor(sample.c, &actor, sizeof(actor), cels.data(), cels.size(),
                                actor_colors, &canvas, sizeof(canvas), nullptr),
            WARDROBE_OK);
  return pixels;
}

/// The states of a room's objects.
ObjectStates states_in(const Sample& sample, uint32_t room, uint32_t shown) {
  return all_of<uint8_t>([&](uint8_t* states, size_t capacity, size_t* count) {
    return wardrobe_read_object_states(sample.c, room, shown, states, capacity, count, nullptr);
  });
}

/// The same, after the one in `row` is set.
ObjectStates states_of(const Sample& sample, uint32_t room, uint32_t row, uint32_t state) {
  ObjectStates states = states_in(sample, room, WARDROBE_OBJECTS_FIRST);
  EXPECT_EQ(states.size(), rows_of(sample.tables().rooms.object_offset, room).size());
  if (states.empty()) return {0};  // not NULL
  EXPECT_EQ(wardrobe_set_object_state(sample.c, row, state, states.data(), states.size(), nullptr),
            WARDROBE_OK);
  return states;
}

void compare_place(const Sample& sample, uint32_t row, uint32_t timeline, RoomPoint at) {
  const TablesView& tables = sample.tables();
  const auto one = read(wardrobe_read_timeline, sample, timeline);
  const uint32_t palette =
      found(wardrobe_find_palette, sample, tables.rooms.number[row], uint32_t{0});
  StageWish wish;
  wish.at = at;
  const ObjectStates states = states_of(sample, row, 2, 2);
  const size_t objects = rows_of(tables.rooms.object_offset, row).size();
  wish.states = ObjectStates(states.begin(), states.begin() + static_cast<ptrdiff_t>(objects));
  const Result<RoomStage> stage = make_stage(sample.open.archive, one.costume, row, palette, wish);
  ASSERT_TRUE(stage);
  wardrobe_actor actor{row, one.costume, at.x, at.y, WARDROBE_NONE, 0, 0, states.data(), objects};
  ASSERT_EQ(wardrobe_place_actor(sample.c, &actor, sizeof(actor), nullptr), WARDROBE_OK);
  EXPECT_EQ(actor.box, stage->place.box);
  const auto boxes = all_of<uint32_t>([&](uint32_t* out, size_t capacity, size_t* count) {
    return wardrobe_read_boxes_at(sample.c, row, at.x, at.y, out, capacity, count, nullptr);
  });
  EXPECT_TRUE(std::ranges::equal(boxes, stage->boxes));
  EXPECT_EQ(actor.plane, stage->place.plane);
  EXPECT_EQ(actor.scale, stage->place.scale);
  const Result<Trace> trace = baked_trace(tables, timeline);
  const Rect whole = stage_bounds(*stage, *trace, tables.pictures, false);
  PictureReader pictures(sample.open.archive);
  const Result<TickPainter> painter = TickPainter::create(pictures, *trace, whole, *stage);
  ASSERT_TRUE(painter);
  const std::vector<uint8_t> expected = painter->draw(0, 1, 1)->pixels;
  EXPECT_EQ(drawn(sample, actor, timeline, nullptr, nullptr), expected);
  wardrobe_colors room_colors{};
  const wardrobe_colors actor_colors = colors_of(sample, one.costume, palette);
  ASSERT_EQ(wardrobe_read_palette(sample.c, palette, &room_colors, nullptr), WARDROBE_OK);
  const std::vector<uint8_t> rgba = drawn(sample, actor, timeline, &room_colors, &actor_colors);
  for (size_t i = 0; i < expected.size(); ++i) {
    if (rgba[4 * i + 3] == 0) {  // Nothing is drawn there.
      ASSERT_EQ(expected[i], 0);
      continue;
    }
    ASSERT_TRUE(std::equal(&rgba[4 * i], &rgba[4 * i] + 4, room_colors.rgba[expected[i]])) << i;
  }
}

TEST(LibraryRooms, ActorsAreDrawnAsTheProgramDrawsThem) {
  for (const Version version : {Version::v5, Version::v8}) {
    SCOPED_TRACE(facts(version).name);
    const Sample sample(version, true);
    for (uint32_t row = 0; row < row_count(sample, "rooms"); ++row) {
      const wardrobe_room room = read(wardrobe_read_room, sample, row);
      EXPECT_EQ(room.width, sample.tables().rooms.width[row]);
      EXPECT_EQ(room.name,
                text_at(sample.tables().rooms.name_offset, sample.tables().rooms.name, row));
      EXPECT_EQ(room.source, sample.tables().rooms.source[row]);
      EXPECT_EQ(room.offset, sample.tables().rooms.offset[row]);
      EXPECT_EQ(room.plane_count, rows_of(sample.tables().rooms.plane_offset, row).size());
      if (room.has_background == 0) continue;
      const auto x = static_cast<int32_t>(room.width);
      const auto y = static_cast<int32_t>(room.height);
      for (const RoomPoint at : {RoomPoint{x / 2, y * 3 / 4}, {x / 4, y - 5}, {0, 0}, {x, y}}) {
        for (const uint32_t timeline : {8u, 9u}) compare_place(sample, row, timeline, at);
      }
    }
  }
}

TEST(LibraryRooms, PlanesAreThoseOfTheTables) {
  const Sample sample(Version::v6, true);
  const TablesView& tables = sample.tables();
  const uint8_t* bits = nullptr;
  size_t size = 0;
  ASSERT_EQ(wardrobe_read_plane(sample.c, 0, 1, &bits, &size, nullptr), WARDROBE_OK);
  const Bytes expected = elements_at(tables.planes.bits_offset, tables.planes.bits, 0);
  EXPECT_TRUE(std::ranges::equal(Bytes(bits, size), expected));
  EXPECT_GT(size, 0u);
  EXPECT_EQ(wardrobe_read_plane(sample.c, 0, 0, &bits, &size, nullptr), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(wardrobe_read_plane(sample.c, 0, 99, &bits, &size, nullptr), WARDROBE_E_ARGUMENT);
}

TEST(LibraryRooms, SaysWhatIsMissing) {
  const Sample sample(Version::v6);  // an archive without backgrounds
  std::vector<uint8_t> pixels;
  const wardrobe_room room = read(wardrobe_read_room, sample, 0);
  EXPECT_EQ(room.has_background, 0u);
  const wardrobe_canvas canvas = canvas_of(pixels, room, 1);
  EXPECT_EQ(wardrobe_draw_room(sample.c, 0, nullptr, 0, nullptr, &canvas, sizeof(canvas), nullptr),
            WARDROBE_E_NOT_FOUND);
  EXPECT_EQ(wardrobe_draw_room(sample.c, 99, nullptr, 0, nullptr, &canvas, sizeof(canvas), nullptr),
            WARDROBE_E_ARGUMENT);
  uint32_t row = 7;
  EXPECT_EQ(wardrobe_find_room(sample.c, 99, &row, nullptr), WARDROBE_E_NOT_FOUND);
  EXPECT_EQ(found(wardrobe_find_room, sample, room.number), 0u);
  const uint8_t too_few = 0;  // states
  for (const wardrobe_actor wrong : {wardrobe_actor{0, 0, 0, 0, 0, 99, 255, nullptr, 0},
                                     {0, 0, 0, 0, 0, 0, 0, nullptr, 0},
                                     {0, 0, 0, 0, 0, 0, 256, nullptr, 0},
                                     {99, 0, 0, 0, 0, 0, 255, nullptr, 0},
                                     {0, 99, 0, 0, 0, 0, 255, nullptr, 0},
                                     {0, 0, 0, 0, 0, 0, 255, &too_few, 1}}) {
    EXPECT_EQ(wardrobe_draw_actor(sample.c, &wrong, sizeof(wrong), nullptr, 0, nullptr, &canvas,
                                  sizeof(canvas), nullptr),
              WARDROBE_E_ARGUMENT);
  }
  wardrobe_actor actor{0, 0, 1, 1, 99, 0, 0, nullptr, 0};
  EXPECT_EQ(wardrobe_place_actor(sample.c, &actor, sizeof(actor), nullptr), WARDROBE_E_ARGUMENT);
  size_t count = 0;
  EXPECT_EQ(wardrobe_read_boxes_at(sample.c, 99, 0, 0, nullptr, 0, &count, nullptr),
            WARDROBE_E_ARGUMENT);
}

TEST(LibraryRooms, HaveTheirObjectsInTheStatesThatAreAskedFor) {
  const Sample sample(Version::v6);
  EXPECT_EQ(states_in(sample, 0, WARDROBE_OBJECTS_NONE), (ObjectStates{0, 0, 0, 0, 0}));
  EXPECT_EQ(states_in(sample, 0, WARDROBE_OBJECTS_FIRST), (ObjectStates{0, 1, 1, 1, 0}));
  EXPECT_EQ(states_in(sample, 0, WARDROBE_OBJECTS_ENTERED), (ObjectStates{0, 1, 1, 3, 1}));
  size_t count = 0;
  EXPECT_EQ(wardrobe_read_object_states(sample.c, 0, WARDROBE_OBJECTS_ENTERED + 1, nullptr, 0,
                                        &count, nullptr),
            WARDROBE_E_ARGUMENT);
}

TEST(LibraryRooms, TheLastZPlaneSetBeforeATickCounts) {
  SmallArchive small = small_archive();
  Events& events = small.tables.events;
  for (const auto& [tick, value] : {std::pair{1u, 9}, {0u, -5}, {0u, 6}}) {
    events.tick.push_back(tick);
    events.limb.push_back(0);
    events.kind.push_back(EventKind::clip);
    events.value.push_back(value);
  }
  small.tables.timelines.event_offset.back() += 3;
  const std::vector<uint8_t> file = write_archive(small);
  const Sample sample(file);
  const auto timeline = static_cast<uint32_t>(sample.tables().timelines.flags.size() - 1);
  int32_t value = 7;
  EXPECT_EQ(wardrobe_find_clip(sample.c, timeline, 0, &value, nullptr), WARDROBE_E_NOT_FOUND);
  EXPECT_EQ(value, 7);
  for (const auto& [tick, expected] : {std::pair{1u, -5}, {2u, 9}, {99u, 9}}) {
    EXPECT_EQ(wardrobe_find_clip(sample.c, timeline, tick, &value, nullptr), WARDROBE_OK);
    EXPECT_EQ(value, expected) << tick;
  }
  EXPECT_EQ(wardrobe_find_clip(sample.c, timeline + 1, 1, &value, nullptr), WARDROBE_E_ARGUMENT);
}

TEST(LibraryRooms, AnAnimationSetsTheZPlane) {
  const Sample sample(Version::v8, true);
  wardrobe_actor actor{0, 0, 160, 120, WARDROBE_NONE, 0, 0, nullptr, 0};
  ASSERT_EQ(wardrobe_place_actor(sample.c, &actor, sizeof(actor), nullptr), WARDROBE_OK);
  const uint32_t own = actor.plane;
  const auto plane_after = [&](int32_t value) {
    EXPECT_EQ(wardrobe_clip_actor(sample.c, &actor, sizeof(actor), value, nullptr), WARDROBE_OK);
    return actor.plane;
  };
  const uint32_t planes = read(wardrobe_read_room, sample, 0).plane_count;
  ASSERT_GT(planes, 0u);
  EXPECT_EQ(plane_after(0), 0u);
  EXPECT_EQ(plane_after(1), 1u);
  EXPECT_EQ(plane_after(99), planes) << "the last one";
  EXPECT_EQ(plane_after(100), own) << "that of the box";
  actor.room = 99;
  EXPECT_EQ(wardrobe_clip_actor(sample.c, &actor, sizeof(actor), 1, nullptr), WARDROBE_E_ARGUMENT);
}

TEST(LibraryRooms, ABoxMayNameAPlaneThatIsNotThereAndARoomMayHaveNoBoxes) {
  SmallArchive small = small_room_archive();
  small.tables.boxes.mask[0] = 9;  // of 2 planes
  const std::vector<uint8_t> file = write_archive(small);
  const Sample sample(file);
  wardrobe_actor actor{0, 0, 1, 1, 0, 0, 0, nullptr, 0};
  ASSERT_EQ(wardrobe_clip_actor(sample.c, &actor, sizeof(actor), 100, nullptr), WARDROBE_OK);
  EXPECT_EQ(actor.plane, 2u);
  actor.room = 1;
  ASSERT_EQ(wardrobe_place_actor(sample.c, &actor, sizeof(actor), nullptr), WARDROBE_OK);
  EXPECT_EQ(actor.plane, 0u);
}

}  // namespace
}  // namespace wardrobe
