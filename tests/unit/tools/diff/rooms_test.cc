#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "pipeline/failures.h"
#include "tests/unit/tools/diff/small_input.h"

namespace wardrobe {
namespace {

void give_plane_2_bits(SmallArchive& s, uint8_t last) {
  s.tables.planes.bits.resize(18);
  s.tables.planes.bits[17] = last;
  s.tables.planes.bits_offset = {0, 9, 18};
}

TEST(DiffRooms, FindsWhatChanged) {
  expect_found(
      small_room_archive(),  // of 20 × 3
      {{"nothing", [](SmallArchive&) {}, {}},
       {"pixels of a background",
        [](SmallArchive& s) {
          s.backgrounds[20 + 4] ^= 1;
          s.backgrounds[40 + 9] ^= 1;
          s.tables.rooms.background_xxh64[0] = xxh64(s.backgrounds);
        },
        {"background room 12 background: 2 pixels in 6×2 at 4,1"},
        R"({"room":12,"field":"pixels","pixels":2,"box":[4,1,6,2],"costume":null,"index":null})"},
       {"a background that only one archive has",
        [](SmallArchive& s) {
          s.backgrounds.clear();
          Rooms& rooms = s.tables.rooms;
          rooms.background_offset = {0, 0, 0};
          rooms.background_xxh64[0] = 0;
          rooms.see_through.clear();
          rooms.see_through_offset = {0, 0, 0};
        },
        {}},
       {"see-through strips",
        [](SmallArchive& s) {
          s.tables.rooms.see_through = {1, 1};
        },
        {"background room 12 background: see-through 1 strip → 2 strips"},
        R"({"new":[0,1]})"},
       {"their colour",
        [](SmallArchive& s) { s.tables.rooms.transparent[0] = 7; },
        {"room room 12: transparent 5 → 7"}},
       {"pixels of a plane",
        [](SmallArchive& s) {
          s.tables.planes.bits[0] ^= 0x01;      // pixel (7, 0)
          s.tables.planes.bits[3 + 1] ^= 0x41;  // pixels (9, 1) and (15, 1)
        },
        {"plane room 12 plane 1: 3 pixels in 9×2 at 7,0"},
        R"({"index":1,"old":18,"new":19})"},
       {"zeros for a plane without bits", [](SmallArchive& s) { give_plane_2_bits(s, 0); }, {}},
       {"a bit for a plane without bits",
        [](SmallArchive& s) { give_plane_2_bits(s, 0x10); },
        {"plane room 12 plane 2: 1 pixel in 1×1 at 19,2"}},
       {"a plane that is gone",
        [](SmallArchive& s) {
          s.tables.planes.bits_offset.pop_back();
          s.tables.rooms.plane_offset = {0, 1, 1};
        },
        {"plane room 12 plane 2: removed"}},
       {"a scale slot that is gone",
        [](SmallArchive& s) {
          s.tables.scales = {};
          s.tables.rooms.scale_offset = {0, 0, 0};
        },
        {"scale-slot room 12 scale slot 1: removed"},
        R"({"old":[50,0,255,2],"new":null})"},
       {"a box",
        [](SmallArchive& s) {
          s.tables.boxes.lrx[0] = 99;
          s.tables.boxes.mask[0] = 1;
        },
        {"box room 12 box 0: lower right 3,4 → 99,4, mask 2 → 1"},
        R"({"index":0,"new":{"corners":[[-1,0],[1,2],[99,4],[5,6]],"mask":1,"flags":128,"scale":32768}})"},
       {"a scale slot",
        [](SmallArchive& s) { s.tables.scales.y2[0] = 3; },
        {"scale-slot room 12 scale slot 1: 50 at 0 to 255 at 2 → 50 at 0 to 255 at 3"}},
       {"sizes, all that is compared of version 4",
        [](SmallArchive& s) {
          s.tables.game.version[0] = Version::v4;
          s.tables.rooms.height[0] = 0;
          s.tables.rooms.width[0] = 8;
          s.tables.rooms.transparent[0] = 0;
        },
        {"room room 12: size 20×3 → 8×0"}}});
}

TEST(DiffRooms, IgnoresRoomsOfArchivesThatDoNotKnowThem) {
  EXPECT_EQ(lines_between(small_akos_archive(), small_room_archive()), Lines{"room-added room 13"});
}

TEST(DiffRooms, PartsThatCouldNotBeReadAreOneFinding) {
  const SmallArchive before = small_room_archive();
  SmallArchive parts = before;
  parts.tables.scales = {};
  parts.tables.rooms.scale_offset = {0, 0, 0};
  parts.tables.boxes = {};
  parts.tables.rooms.box_offset = {0, 0, 0};
  SmallArchive size = before;
  size.tables.rooms.width = {0, 5};
  EXPECT_EQ(lines_between(before, size), Lines());
  for (SmallArchive* const after : {&parts, &size}) {
    FailurePlace place;
    place.room = 12;
    add_failure(after->tables.failures, place, "it is broken");
    EXPECT_EQ(lines_between(before, *after),
              Lines{"unreadable room 12: new archive: it is broken"});
  }
  EXPECT_EQ(lines_between(parts, before), Lines{"unreadable room 12: old archive: it is broken"});
}

}  // namespace
}  // namespace wardrobe
