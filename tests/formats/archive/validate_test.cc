#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"

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
         std::apply([](auto&... column) { (column.push_back({}), ...); }, t.game.members());
         t.game.evidence.clear();
       },
       "game: not one row"},
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
         t.costumes.record_offset.back() = 3;
       },
       "timelines: not one for each record"},
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
  const auto refuses = [](const char* name, const std::function<void(Tables&)>& damage) {
    const std::string message = std::string(name) + ": a value out of range";
    expect_refused({{name, damage, message.c_str()}});
  };
  refuses("costumes.room", [](Tables& t) { t.costumes.room[0] = 1; });
  refuses("rooms.source", [](Tables& t) { t.rooms.source[0] = 2; });
  refuses("costumes.source", [](Tables& t) { t.costumes.source[1] = kNone; });
  refuses("palettes.room", [](Tables& t) { t.palettes.room[0] = 1; });
  refuses("game.version", [](Tables& t) { t.game.version[0] = Version{9}; });
  refuses("costumes.default_timeline", [](Tables& t) { t.costumes.default_timeline[0] = 2; });
  refuses("costumes.default_palette", [](Tables& t) { t.costumes.default_palette[0] = 1; });
  refuses("costumes.kind", [](Tables& t) { t.costumes.kind[0] = Kind{2}; });
  refuses("costumes.format", [](Tables& t) { t.costumes.format[0] = 0x62; });
  refuses("costumes.codec", [](Tables& t) { t.costumes.codec[0] = 2; });
  refuses("costumes.mirror_west", [](Tables& t) { t.costumes.mirror_west[0] = 2; });
  refuses("tables.limb", [](Tables& t) { t.limb_tables.limb[0] = 17; });
  refuses("entries.state", [](Tables& t) { t.entries.state[0] = EntryState{4}; });
  refuses("entries.reached", [](Tables& t) { t.entries.reached[0] = 2; });
  refuses("entries.picture", [](Tables& t) { t.entries.picture[0] = 2; });
  refuses("windows.limb", [](Tables& t) { t.windows.limb[0] = 16; });
  refuses("windows.mode", [](Tables& t) { t.windows.mode[0] = WindowMode{9}; });
  refuses("timelines.flags", [](Tables& t) { t.timelines.flags[0] = 32; });
  refuses("timelines.tick", [](Tables& t) { t.timelines.tick[0] = 2; });
  refuses("timelines.read", [](Tables& t) {
    t.timelines.read = {kReads};
    t.timelines.read_offset = {0, 1, 1};
  });
  refuses("cels.limb", [](Tables& t) { t.cels.limb[0] = 16; });
  refuses("cels.picture", [](Tables& t) { t.cels.picture[0] = kNone; });
  refuses("cels.flip", [](Tables& t) { t.cels.flip[0] = 2; });
  refuses("events.limb", [](Tables& t) { t.events.limb[0] = 16; });
  refuses("events.kind", [](Tables& t) { t.events.kind[0] = EventKind{kEventKinds}; });
  refuses("failures.costume", [](Tables& t) { t.failures.costume[0] = 2; });
  refuses("failures.source", [](Tables& t) { t.failures.source[0] = 2; });
}

TEST(Validate, RefusesWhatCostumesCannotHave) {
  constexpr const char* kWindow = "windows: one is invalid in a COST";
  expect_refused({
      {"five directions", [](Tables& t) { t.costumes.directions[0] = 5; },
       "costumes.directions: a value out of range"},
      {"a COST with a codec of AKOS", [](Tables& t) { t.costumes.codec[0] = 5; },
       "costumes: a format or codec that its kind does not have"},
      {"the default timeline of another costume",
       [](Tables& t) { t.costumes.default_timeline[1] = 0; },
       "costumes.default_timeline: not one of the costume's"},
      {"no default timeline although there are timelines",
       [](Tables& t) { t.costumes.default_timeline[1] = kNone; },
       "costumes.default_timeline: not one of the costume's"},
      {"an AKOS with a format of COST", [](Tables& t) { t.costumes.kind[0] = Kind::akos; },
       "costumes: a format or codec that its kind does not have"},
      {"257 colours",
       [](Tables& t) {
         t.costumes.color.resize(257);
         t.costumes.color_offset = {0, 257, 257};
       },
       "costumes.color_offset: too few or too many"},
      {"aliases that do not rise",
       [](Tables& t) {
         t.costumes.alias = {7, 7};
         t.costumes.alias_offset = {0, 2, 2};
       },
       "costumes.alias: does not rise within a row"},
      {"costumes out of order", [](Tables& t) { t.costumes.offset[0] = 9000; },
       "costumes: not in order of file and offset"},
      {"two costumes in one place", [](Tables& t) { t.costumes.offset[0] = t.costumes.offset[1]; },
       "costumes: not in order of file and offset"},
      {"a record twice",
       [](Tables& t) {
         t.costumes.table_offset = {0, 2, 2};
         t.costumes.record_offset = {0, 2, 2};
         t.costumes.command_offset = {0, 2, 2};
       },
       "records.number: does not rise within a row"},
      {"a limb twice",
       [](Tables& t) {
         t.records.window_offset = {0, 2, 2};
       },
       "windows.limb: does not rise within a row"},
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
  expect_refused({
      {"a state without its picture", [](Tables& t) { t.entries.picture[0] = kNone; },
       "entries.picture: state 1 without a picture, or another with one"},
      {"a picture in an empty slot", [](Tables& t) { t.entries.state[0] = EntryState::empty; },
       "entries.picture: state 1 without a picture, or another with one"},
      {"pictures out of order", [](Tables& t) { t.entries.picture[0] = 1; },
       "pictures: not in order of first use"},
      {"a picture of no entry",
       [](Tables& t) {
         t.entries.picture = {0, 0, 0, 0};
       },
       "pictures: no entry shows one of them"},
      {"a picture of another size", [](Tables& t) { t.pictures.width[0] = 17; },
       "pictures.pixel_offset: not width · height pixels"},
      {"a picture without pixels", [](Tables& t) { t.pictures.height[1] = 0; },
       "pictures.height: a value out of range"},
      {"a picture too wide", [](Tables& t) { t.pictures.width[1] = 4097; },
       "pictures.width: a value out of range"},
  });
}

TEST(Validate, RefusesTimelinesThatContradictThemselves) {
  constexpr const char* kLoop =
      "timelines.loop_start: not a tick of the timeline, or a tick although it is truncated";
  constexpr const char* kRead = "timelines.read: empty if dynamic, or not empty otherwise";
  expect_refused({
      {"a loop that starts past its end", [](Tables& t) { t.timelines.loop_start[0] = 2; }, kLoop},
      {"a loop of a truncated timeline", [](Tables& t) { t.timelines.flags[0] = kTruncated; },
       kLoop},
      {"a timeline without ticks", [](Tables& t) { t.timelines.tick_offset[1] = 0; },
       "timelines.tick_offset: too few or too many"},
      {"an event past the end", [](Tables& t) { t.events.tick[0] = 2; },
       "events.tick: not a tick of the timeline"},
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

TEST(Validate, AcceptsValuesAtTheirLimits) {
  SmallArchive small = small_archive();
  Tables& t = small.tables;
  t.limb_tables.limb[0] = 15;
  t.windows.limb[0] = 15;
  t.cels.limb[0] = 15;
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
  const char* const background = "rooms.background_offset: not width · height pixels, or too many";
  const char* const plane = "planes.bits_offset: not a bit for each pixel";
  expect_refused(
      {
          {"a background too small", [](Tables& t) { ++t.rooms.height[0]; }, background},
          {"a background in the wrong room",
           [](Tables& t) {
             t.rooms.background_offset = {0, 0, 60};
             std::swap(t.rooms.background_xxh64[0], t.rooms.background_xxh64[1]);
             t.rooms.see_through_offset = {0, 0, 2};
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
           "rooms.see_through_offset: not one for each strip of a background"},
          {"a hash of nothing", [](Tables& t) { t.rooms.background_xxh64[1] = 1; },
           "rooms.background_xxh64: not 0 in a room without a background"},
          {"a strip half seen through", [](Tables& t) { t.rooms.see_through[0] = 2; },
           "rooms.see_through: a value out of range"},
          {"eight planes",
           [](Tables& t) {
             for (int i = 0; i < 6; ++i) t.planes.bits_offset.push_back(9);
             t.rooms.plane_offset = {0, 8, 8};
           },
           "rooms.plane_offset: too few or too many"},
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
