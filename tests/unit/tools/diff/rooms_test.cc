#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tests/unit/tools/diff/small_input.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

/// The findings after a change to the small room, which is 20 × 3.
struct RoomFindings {
  std::vector<std::string> texts;
  std::vector<Row> rows;

  std::string text() const { return texts.size() == 1 ? texts[0] : std::to_string(texts.size()); }
};

RoomFindings findings_between(const SmallArchive& before, const SmallArchive& after) {
  RoomFindings found;
  const Result<Diff> differences = diff(input(before), input(after));
  EXPECT_TRUE(differences);
  for (const Finding& finding : differences->findings) {
    const DiffTables tables{before.tables, after.tables};
    found.rows.push_back(finding_row(tables, finding));
    found.texts.push_back(std::string(kind_name(finding.kind)) + " " +
                          finding_text(found.rows.back()));
  }
  return found;
}

RoomFindings after_change(const std::function<void(SmallArchive&)>& change) {
  SmallArchive after = small_room_archive();
  change(after);
  return findings_between(small_room_archive(), after);
}

RoomFindings after_tables(const std::function<void(Tables&)>& change) {
  return after_change([&](SmallArchive& small) { change(small.tables); });
}

TEST(DiffRooms, FindsNothingInTheSame) {
  EXPECT_EQ(after_tables([](Tables&) {}).text(), "0");
}

TEST(DiffRooms, CountsThePixelsOfABackgroundThatDiffer) {
  const RoomFindings found = after_change([](SmallArchive& small) {
    small.backgrounds[20 + 4] ^= 1;
    small.backgrounds[40 + 9] ^= 1;
    small.tables.rooms.background_xxh64[0] = xxh64(small.backgrounds);
  });
  ASSERT_EQ(found.text(), "background room 12 background: 2 pixels in 6×2 at 4,1");
  const Row& row = found.rows[0];
  EXPECT_EQ(row["room"], 12);
  EXPECT_EQ(row["field"], "pixels");
  EXPECT_EQ(row["pixels"], 2);
  EXPECT_EQ(row["box"].dump(), "[4,1,6,2]");
  EXPECT_NE(row["old"], row["new"]);
  EXPECT_TRUE(row["costume"].is_null());
  EXPECT_TRUE(row["index"].is_null());
}

TEST(DiffRooms, IgnoresABackgroundThatOnlyOneArchiveHas) {
  EXPECT_EQ(after_change([](SmallArchive& small) {
              small.backgrounds.clear();
              Rooms& rooms = small.tables.rooms;
              rooms.background_offset = {0, 0, 0};
              rooms.background_xxh64[0] = 0;
              rooms.see_through.clear();
              rooms.see_through_offset = {0, 0, 0};
            }).text(),
            "0");
}

TEST(DiffRooms, IgnoresRoomsOfArchivesThatDoNotKnowThem) {
  EXPECT_EQ(findings_between(small_akos_archive(), small_room_archive()).text(),
            "room-added room 13");
}

TEST(DiffRooms, ComparesSeeThroughStripsAndTheirColour) {
  RoomFindings found = after_tables([](Tables& t) { t.rooms.see_through = {1, 1}; });
  ASSERT_EQ(found.text(), "background room 12 background: see-through 1 strip → 2 strips");
  EXPECT_EQ(found.rows[0]["new"].dump(), "[0,1]");
  found = after_tables([](Tables& t) { t.rooms.transparent[0] = 7; });
  ASSERT_EQ(found.text(), "room room 12: transparent 5 → 7");
}

TEST(DiffRooms, CountsThePixelsOfAPlaneThatDiffer) {
  const RoomFindings found = after_tables([](Tables& t) {
    t.planes.bits[0] ^= 0x01;      // pixel (7, 0)
    t.planes.bits[3 + 1] ^= 0x41;  // pixels (9, 1) and (15, 1)
  });
  ASSERT_EQ(found.text(), "plane room 12 plane 1: 3 pixels in 9×2 at 7,0");
  EXPECT_EQ(found.rows[0]["index"], 1);
  EXPECT_EQ(found.rows[0]["old"].get<int>() + 1, found.rows[0]["new"].get<int>());
}

TEST(DiffRooms, APlaneWithoutBitsIsOneOfZeros) {
  EXPECT_EQ(after_tables([](Tables& t) {
              t.planes.bits.resize(18);
              t.planes.bits_offset = {0, 9, 18};
            }).text(),
            "0");
  EXPECT_EQ(after_tables([](Tables& t) {
              t.planes.bits.resize(18);
              t.planes.bits[17] = 0x10;
              t.planes.bits_offset = {0, 9, 18};
            }).text(),
            "plane room 12 plane 2: 1 pixel in 1×1 at 19,2");
}

TEST(DiffRooms, FindsPartsThatOneArchiveLacks) {
  const RoomFindings found = after_tables([](Tables& t) {
    t.planes.bits_offset.pop_back();
    t.rooms.plane_offset = {0, 1, 1};
    t.scales = {};
    t.rooms.scale_offset = {0, 0, 0};
  });
  ASSERT_EQ(found.texts, (std::vector<std::string>{"plane room 12 plane 2: removed",
                                                   "scale-slot room 12 scale slot 1: removed"}));
  EXPECT_EQ(found.rows[1]["old"].dump(), "[50,0,255,2]");
  EXPECT_TRUE(found.rows[1]["new"].is_null());
}

TEST(DiffRooms, SaysWhatOfABoxChanged) {
  const RoomFindings found = after_tables([](Tables& t) {
    t.boxes.lrx[0] = 99;
    t.boxes.mask[0] = 1;
  });
  ASSERT_EQ(found.text(), "box room 12 box 0: lower right 3,4 → 99,4, mask 2 → 1");
  EXPECT_EQ(found.rows[0]["index"], 0);
  EXPECT_EQ(found.rows[0]["new"].dump(),
            R"({"corners":[[-1,0],[1,2],[99,4],[5,6]],"mask":1,"flags":128,"scale":32768})");
}

TEST(DiffRooms, SaysHowAScaleSlotChanged) {
  EXPECT_EQ(after_tables([](Tables& t) { t.scales.y2[0] = 3; }).text(),
            "scale-slot room 12 scale slot 1: 50 at 0 to 255 at 2 → 50 at 0 to 255 at 3");
}

TEST(DiffRooms, OfVersion4OnlySizesAreCompared) {
  const RoomFindings found = after_tables([](Tables& t) {
    t.game.version[0] = Version::v4;
    t.rooms.height[0] = 0;
    t.rooms.width[0] = 8;
    t.rooms.transparent[0] = 0;
  });
  EXPECT_EQ(found.text(), "room room 12: size 20×3 → 8×0");
}

}  // namespace
}  // namespace wardrobe
