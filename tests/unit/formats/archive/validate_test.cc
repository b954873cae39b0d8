#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

Status validated(const Tables& tables, size_t backgrounds, size_t pixels) {
  const Result<Counts> rows = count_rows(tables, backgrounds, pixels);
  return rows ? validate(tables, *rows) : rows.error();
}

TEST(Validate, AcceptsRightTables) {
  const SmallArchive small = small_room_archive();
  EXPECT_TRUE(validated(small.tables, small.backgrounds.size(), small.pixels.size()));
  Tables empty;
  empty.game.version = {Version::v5};
  EXPECT_TRUE(validated(empty, 0, 0));
}

struct Damage {
  const char* what;
  std::function<void(Tables&)> damage;
  const char* message;  ///< after "the tables contradict each other: "
};

void expect_refused(const std::vector<Damage>& cases, const SmallArchive& right = small_archive()) {
  for (const Damage& wrong : cases) {
    SmallArchive small = right;
    wrong.damage(small.tables);
    const Status valid = validated(small.tables, small.backgrounds.size(), small.pixels.size());
    ASSERT_FALSE(valid) << wrong.what;
    EXPECT_EQ(valid.error().code, ErrorCode::damaged) << wrong.what;
    EXPECT_EQ(valid.error().message,
              std::string("the tables contradict each other: ") + wrong.message)
        << wrong.what;
  }
}

TEST(Validate, RefusesColumnsOfDifferentLengths) {
  expect_refused({
      {"two versions", [](Tables& t) { t.game.version.push_back(Version::v5); },
       "game: its columns differ in length"},
      {"two games",
       [](Tables& t) {
         zip_columns_of([](const ColumnInfo&, auto& column) { column.push_back({}); }, t.game);
         t.game.evidence.clear();
       },
       "game must have one row"},
      {"a column too short", [](Tables& t) { t.costumes.format.pop_back(); },
       "costumes: its columns differ in length"},
      {"a column too long", [](Tables& t) { t.entries.x.push_back(0); },
       "entries: its columns differ in length"},
      {"offsets too short", [](Tables& t) { t.rooms.name_offset.pop_back(); },
       "rooms: its columns differ in length"},
      {"offsets before the other columns", [](Tables& t) { t.sources.name_offset.push_back(16); },
       "sources: its columns differ in length"},
      {"no offsets at all", [](Tables& t) { t.records.window_offset.clear(); },
       "records: its columns differ in length"},
      {"no offsets of frames", [](Tables& t) { t.frames.cel_offset.clear(); },
       "frames: its columns differ in length"},
      {"a record without a timeline",
       [](Tables& t) {
         t.records.number.push_back(9);
         t.records.window_offset.push_back(2);
         t.records.name_offset.push_back(t.records.name_offset.back());
         t.costumes.record_offset.back() = 3;
       },
       "timelines must have a row for each of records"},
  });
}

TEST(Validate, RefusesOffsetsThatDoNotDivideTheirTarget) {
  const auto refuses = [](const char* name, const std::function<void(Tables&)>& damage) {
    const std::string message =
        std::string(name) + ": does not rise from 0 to the number of elements that it divides";
    expect_refused({{name, damage, message.c_str()}});
  };
  refuses("costumes.color_offset", [](Tables& t) { t.costumes.color_offset[0] = 1; });
  refuses("costumes.color_offset", [](Tables& t) { t.costumes.color_offset[1] = 33; });
  refuses("sources.name_offset", [](Tables& t) { --t.sources.name_offset.back(); });
  refuses("failures.error_offset", [](Tables& t) { t.failures.error.pop_back(); });
  refuses("costumes.table_offset", [](Tables& t) { ++t.costumes.table_offset.back(); });
  refuses("costumes.record_offset", [](Tables& t) { --t.costumes.record_offset.back(); });
  refuses("tables.entry_offset", [](Tables& t) { ++t.limb_tables.entry_offset.back(); });
  refuses("records.window_offset", [](Tables& t) { --t.records.window_offset.back(); });
  refuses("timelines.event_offset", [](Tables& t) { ++t.timelines.event_offset.back(); });
  refuses("frames.cel_offset", [](Tables& t) { ++t.frames.cel_offset.back(); });
  refuses("pictures.pixel_offset", [](Tables& t) { ++t.pictures.pixel_offset.back(); });
}

TEST(Validate, RefusesValuesOutOfRange) {
  const auto refuses = [](const char* name, const char* bounds,
                          const std::function<void(Tables&)>& damage) {
    const std::string message = std::string(name) + " must be: " + bounds;
    expect_refused({{name, damage, message.c_str()}});
  };
  refuses("costumes.room", "a row of rooms, or none", [](Tables& t) { t.costumes.room[0] = 1; });
  refuses("rooms.source", "a row of sources", [](Tables& t) { t.rooms.source[0] = 2; });
  refuses("costumes.source", "a row of sources", [](Tables& t) { t.costumes.source[1] = kNone; });
  refuses("palettes.room", "a row of rooms", [](Tables& t) { t.palettes.room[0] = 1; });
  refuses("game.version", "1 to 8, 30, 50, 60 to 61, 70 to 72, 80, 85, 90, 95, 98 to 100",
          [](Tables& t) { t.game.version[0] = Version{9}; });
  refuses("costumes.default_timeline", "a row of timelines, or none",
          [](Tables& t) { t.costumes.default_timeline[0] = 2; });
  refuses("costumes.default_palette", "a row of palettes, or none",
          [](Tables& t) { t.costumes.default_palette[0] = 1; });
  refuses("costumes.kind", "0 to 1", [](Tables& t) { t.costumes.kind[0] = Kind{2}; });
  refuses("costumes.format", "0, 87 to 97, 215 to 225",
          [](Tables& t) { t.costumes.format[0] = 0x62; });
  refuses("costumes.codec", "1, 5, 16, 32", [](Tables& t) { t.costumes.codec[0] = 2; });
  refuses("costumes.mirror_west", "0 to 1", [](Tables& t) { t.costumes.mirror_west[0] = 2; });
  refuses("tables.limb", "0 to 16, 255", [](Tables& t) { t.limb_tables.limb[0] = 17; });
  refuses("entries.state", "0 to 3", [](Tables& t) { t.entries.state[0] = EntryState{4}; });
  refuses("entries.reached", "0 to 1", [](Tables& t) { t.entries.reached[0] = 2; });
  refuses("entries.picture", "a row of pictures, or none",
          [](Tables& t) { t.entries.picture[0] = 2; });
  refuses("windows.limb", "0 to 15; rising", [](Tables& t) { t.windows.limb[0] = 16; });
  refuses("windows.mode", "0 to 8", [](Tables& t) { t.windows.mode[0] = WindowMode{9}; });
  refuses("timelines.flags", "0 to 31", [](Tables& t) { t.timelines.flags[0] = 32; });
  refuses("timelines.tick", "a row of frames", [](Tables& t) { t.timelines.tick[0] = 2; });
  refuses("timelines.read", "0 to 259; rising", [](Tables& t) {
    t.timelines.read = {kReads};
    t.timelines.read_offset = {0, 1, 1};
  });
  refuses("cels.limb", "0 to 15", [](Tables& t) { t.cels.limb[0] = 16; });
  refuses("cels.picture", "a row of pictures", [](Tables& t) { t.cels.picture[0] = kNone; });
  refuses("cels.flip", "0 to 1", [](Tables& t) { t.cels.flip[0] = 2; });
  refuses("events.limb", "0 to 15", [](Tables& t) { t.events.limb[0] = 16; });
  refuses("events.kind", "0 to 9", [](Tables& t) { t.events.kind[0] = EventKind{kEventKinds}; });
  refuses("failures.costume", "a row of costumes, or none",
          [](Tables& t) { t.failures.costume[0] = 2; });
  refuses("cels.x", "-16777216 to 16777216", [](Tables& t) { t.cels.x[0] = kMaxPlace + 1; });
  refuses("cels.y", "-16777216 to 16777216", [](Tables& t) { t.cels.y[0] = INT32_MIN; });
  refuses("failures.source", "a row of sources, or none",
          [](Tables& t) { t.failures.source[0] = 2; });
}

TEST(Validate, RefusesWhatCostumesCannotHave) {
  constexpr const char* kWindow =
      "windows.length must be: COST: modes 1 to 3; ends within the commands; 1 to 128, in mode 1 "
      "none";
  expect_refused({
      {"five directions", [](Tables& t) { t.costumes.directions[0] = 5; },
       "costumes.directions must be: 4, 8"},
      {"a COST with a codec of AKOS", [](Tables& t) { t.costumes.codec[0] = 5; },
       "costumes.codec must be: COST: a format, and codec 1; AKOS: format 0"},
      {"the default timeline of another costume",
       [](Tables& t) { t.costumes.default_timeline[1] = 0; },
       "costumes.default_timeline must be: one of the costume's, if it has any"},
      {"no default timeline although there are timelines",
       [](Tables& t) { t.costumes.default_timeline[1] = kNone; },
       "costumes.default_timeline must be: one of the costume's, if it has any"},
      {"an AKOS with a format of COST", [](Tables& t) { t.costumes.kind[0] = Kind::akos; },
       "costumes.codec must be: COST: a format, and codec 1; AKOS: format 0"},
      {"257 colours",
       [](Tables& t) {
         t.costumes.color.resize(257);
         t.costumes.color_offset = {0, 257, 257};
       },
       "costumes.color_offset must be: at most 256 a row"},
      {"aliases that do not rise",
       [](Tables& t) {
         t.costumes.alias = {7, 7};
         t.costumes.alias_offset = {0, 2, 2};
       },
       "costumes.alias must be: rising"},
      {"costumes out of order", [](Tables& t) { t.costumes.offset[0] = 9000; },
       "costumes.offset must be: in order of file and offset"},
      {"two costumes in one place", [](Tables& t) { t.costumes.offset[0] = t.costumes.offset[1]; },
       "costumes.offset must be: in order of file and offset"},
      {"a record twice",
       [](Tables& t) {
         t.costumes.table_offset = {0, 2, 2};
         t.costumes.record_offset = {0, 2, 2};
         t.costumes.command_offset = {0, 2, 2};
       },
       "records.number must be: rising"},
      {"a limb twice",
       [](Tables& t) {
         t.records.window_offset = {0, 2, 2};
       },
       "windows.limb must be: 0 to 15; rising"},
      {"a window past the commands", [](Tables& t) { t.windows.length[1] = 2; }, kWindow},
      {"a window without commands", [](Tables& t) { t.windows.length[0] = 0; }, kWindow},
      {"a limb switched off with commands", [](Tables& t) { t.windows.mode[0] = WindowMode::off; },
       kWindow},
      {"a COST window of an AKOS mode", [](Tables& t) { t.windows.mode[0] = WindowMode::program; },
       kWindow},
      {"a COST window of 129 commands",
       [](Tables& t) {
         t.costumes.command.resize(131);
         t.costumes.command_offset = {0, 130, 131};
         t.windows.length[0] = 129;
       },
       kWindow},
  });
}

TEST(Validate, RefusesPicturesThatDoNotGoWithEntriesAndPixels) {
  constexpr const char* kPicture =
      "entries.picture must be: a row in state 1, else none; first uses rise by 1, those of images "
      "follow";
  expect_refused({
      {"a state without its picture", [](Tables& t) { t.entries.picture[0] = kNone; }, kPicture},
      {"a picture in an empty slot", [](Tables& t) { t.entries.state[0] = EntryState::empty; },
       kPicture},
      {"pictures out of order", [](Tables& t) { t.entries.picture[0] = 1; }, kPicture},
      {"a picture of no entry",
       [](Tables& t) {
         t.entries.picture = {0, 0, 0, 0};
       },
       kPicture},
      {"a picture of another size", [](Tables& t) { t.pictures.width[0] = 17; },
       "pictures.pixel_offset must be: width · height"},
      {"a picture without pixels", [](Tables& t) { t.pictures.height[1] = 0; },
       "pictures.height must be: 1 to 4096"},
      {"a picture too wide", [](Tables& t) { t.pictures.width[1] = 4097; },
       "pictures.width must be: 1 to 4096"},
  });
}

TEST(Validate, RefusesTimelinesThatContradictThemselves) {
  constexpr const char* kLoop = "timelines.loop_start must be: a tick, or none if truncated";
  constexpr const char* kRead = "timelines.read_offset must be: one or more if dynamic, else none";
  expect_refused({
      {"a loop that starts past its end", [](Tables& t) { t.timelines.loop_start[0] = 2; }, kLoop},
      {"a loop of a truncated timeline", [](Tables& t) { t.timelines.flags[0] = kTruncated; },
       kLoop},
      {"a timeline without ticks", [](Tables& t) { t.timelines.tick_offset[1] = 0; },
       "timelines.tick_offset must be: 1 or more a row"},
      {"an event past the end", [](Tables& t) { t.events.tick[0] = 2; },
       "events.tick must be: a tick of its timeline"},
      {"a dynamic timeline that reads nothing", [](Tables& t) { t.timelines.flags[0] = kDynamic; },
       kRead},
      {"a read of a timeline that is not dynamic",
       [](Tables& t) {
         t.timelines.read = {1};
         t.timelines.read_offset = {0, 1, 1};
       },
       kRead},
  });
}

TEST(Validate, RefusesMoreThanReadersCanTake) {
  const auto refuses = [](const char* name, const char* bounds,
                          const std::function<void(Tables&)>& damage) {
    const std::string message = std::string(name) + " must be: " + bounds;
    expect_refused({{name, damage, message.c_str()}}, small_akos_archive());
  };
  refuses("palettes.rgb_offset", "at most 768 a row", [](Tables& t) {
    t.palettes.rgb.resize(769);
    t.palettes.rgb_offset = {0, 769};
  });
  refuses("costumes.rgb_offset", "at most 768 a row", [](Tables& t) {
    t.costumes.rgb.resize(769);
    t.costumes.rgb_offset = {0, 0, 0, 769};
  });
  refuses("costumes.command_offset", "at most 65536 a row", [](Tables& t) {
    t.costumes.command.resize(65539);
    t.costumes.command_offset = {0, 65537, 65538, 65539};
  });
  refuses("costumes.command_offset", "AKOS: at most 65,535", [](Tables& t) {
    t.costumes.command.resize(65538);
    t.costumes.command_offset = {0, 1, 2, 65538};
  });
  refuses("costumes.jump_offset", "at most 65535 a row", [](Tables& t) {
    t.costumes.jump.resize(65536);
    t.costumes.jump_offset = {0, 0, 0, 65536};
  });
  refuses("costumes.table_offset", "at most 18 a row", [](Tables& t) {
    t.limb_tables.limb.resize(20, 0);
    t.limb_tables.entry_offset.resize(21, t.limb_tables.entry_offset.back());
    t.costumes.table_offset = {0, 19, 19, 20};
  });
  refuses("tables.limb", "rising; none is the first", [](Tables& t) {
    t.costumes.table_offset = {0, 2, 2, 3};
  });
  refuses("tables.limb", "rising; none is the first", [](Tables& t) {
    t.costumes.table_offset = {0, 1, 1, 3};
  });
  refuses("tables.entry_offset", "at most 65535 a row", [](Tables& t) {
    zip_columns_of([](const ColumnInfo&, auto& column) { column.resize(65536); }, t.entries);
    t.limb_tables.entry_offset = {0, 65536, 65536, 65536};
  });
  refuses("frames.cel_offset", "at most 4096 a row", [](Tables& t) {
    zip_columns_of([](const ColumnInfo&, auto& column) { column.resize(4097); }, t.cels);
    t.frames.cel_offset = {0, 4097, 4097, 4097};
  });
}

TEST(Validate, AcceptsTheTablesOfAnAkosInTheirOrder) {
  SmallArchive small = small_akos_archive();
  small.tables.limb_tables.limb = {0, kNoLimb, kAuxiliaryLimb};
  small.tables.costumes.table_offset = {0, 1, 1, 3};
  EXPECT_TRUE(validated(small.tables, 0, small.pixels.size()));
}

TEST(Validate, AcceptsValuesAtTheirLimits) {
  SmallArchive small = small_archive();
  Tables& t = small.tables;
  t.limb_tables.limb[0] = 15;
  t.windows.limb[0] = 15;
  t.cels.limb[0] = 15;
  t.cels.x[0] = kMaxPlace;
  t.cels.y[0] = -kMaxPlace;
  t.events.limb[0] = 15;
  t.costumes.command.resize(129);
  t.costumes.command_offset = {0, 128, 129};
  t.windows.length[0] = 128;
  t.failures.costume[0] = kNone;
  t.failures.source[0] = kNone;
  t.timelines.flags[0] = kTruncated | kStuck | kMissingPicture;
  t.timelines.loop_start[0] = kNone;
  const Status valid = validated(t, 0, small.pixels.size());
  EXPECT_TRUE(valid) << valid.error().message;
}

TEST(Validate, RefusesRoomsWhosePicturesDoNotFitThem) {
  const char* const background =
      "rooms.background_offset must be: width · height, at most 32 Mi, or none";
  const char* const plane = "planes.bits_offset must be: height · ⌈width / 8⌉ of its room, or none";
  expect_refused(
      {
          {"a background too small", [](Tables& t) { ++t.rooms.height[0]; }, background},
          {"a background in the wrong room",
           [](Tables& t) {
             t.rooms.background_offset = {0, 0, 60};
             std::swap(t.rooms.background_xxh64[0], t.rooms.background_xxh64[1]);
             t.rooms.see_through.clear();
             t.rooms.see_through_offset = {0, 0, 0};
           },
           background},
          {"backgrounds past the end", [](Tables& t) { ++t.rooms.background_offset.back(); },
           "rooms.background_offset: does not rise from 0 to the number of elements that it "
           "divides"},
          {"a strip too many",
           [](Tables& t) {
             t.rooms.see_through.push_back(0);
             t.rooms.see_through_offset = {0, 3, 3};
           },
           "rooms.see_through_offset must be: ⌊width / 8⌋ with a background, else none"},
          {"a hash of nothing", [](Tables& t) { t.rooms.background_xxh64[1] = 1; },
           "rooms.background_xxh64 must be: 0 without a background"},
          {"a strip half seen through", [](Tables& t) { t.rooms.see_through[0] = 2; },
           "rooms.see_through must be: 0 to 1"},
          {"eight planes",
           [](Tables& t) {
             for (int i = 0; i < 6; ++i) t.planes.bits_offset.push_back(9);
             t.rooms.plane_offset = {0, 8, 8};
           },
           "rooms.plane_offset must be: at most 7 a row"},
          {"a plane too small",
           [](Tables& t) {
             t.planes.bits.pop_back();
             t.planes.bits_offset = {0, 8, 8};
           },
           plane},
          {"a plane of another room",
           [](Tables& t) {
             t.rooms.plane_offset = {0, 0, 2};
           },
           plane},
          {"boxes past the end", [](Tables& t) { ++t.rooms.box_offset.back(); },
           "rooms.box_offset: does not rise from 0 to the number of elements that it divides"},
          {"a slot without an end", [](Tables& t) { t.scales.y2.clear(); },
           "scales: its columns differ in length"},
      },
      small_room_archive());
}

}  // namespace
}  // namespace wardrobe
