#include <functional>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(Validate, AcceptsRightTables) {
  const SmallArchive small = small_archive();
  EXPECT_TRUE(validate(small.tables, small.pixels.size()));
  EXPECT_TRUE(validate(Tables{}, 0));
}

TEST(Validate, RefusesRightChecksumsOverWrongContents) {
  const std::vector<std::pair<const char*, std::function<void(Tables&)>>> cases = {
      {"two games", [](Tables& t) { t.game.version.push_back(5); }},
      {"a column too short", [](Tables& t) { t.costumes.format.pop_back(); }},
      {"a column too long", [](Tables& t) { t.entries.x.push_back(0); }},
      {"offsets that do not start at 0", [](Tables& t) { t.costumes.color_offset[0] = 1; }},
      {"offsets that fall", [](Tables& t) { t.costumes.color_offset[1] = 33; }},
      {"offsets that end early", [](Tables& t) { --t.sources.name_offset.back(); }},
      {"no offsets at all", [](Tables& t) { t.records.window_offset.clear(); }},
      {"a room that is not there", [](Tables& t) { t.costumes.room[0] = 1; }},
      {"a source that is not there", [](Tables& t) { t.rooms.source[0] = 2; }},
      {"a costume without a source", [](Tables& t) { t.costumes.source[0] = kNone; }},
      {"a palette of no room", [](Tables& t) { t.palettes.room[0] = 9; }},
      {"an unknown kind", [](Tables& t) { t.costumes.kind[0] = 2; }},
      {"five directions", [](Tables& t) { t.costumes.directions[0] = 5; }},
      {"limb 16", [](Tables& t) { t.limb_tables.limb[0] = 16; }},
      {"an unknown state", [](Tables& t) { t.entries.state[0] = 4; }},
      {"a picture that is not there", [](Tables& t) { t.entries.picture[0] = 2; }},
      {"a state without its picture", [](Tables& t) { t.entries.picture[0] = kNone; }},
      {"a picture in an empty slot", [](Tables& t) { t.entries.state[0] = 0; }},
      {"a window of limb 16", [](Tables& t) { t.windows.limb[0] = 16; }},
      {"a window past the commands", [](Tables& t) { t.windows.length[1] = 2; }},
      {"a window without commands", [](Tables& t) { t.windows.length[0] = 0; }},
      {"a COST window of an AKOS mode", [](Tables& t) { t.windows.mode[0] = 6; }},
      {"a COST window of 129 commands",
       [](Tables& t) {
         t.costumes.command.resize(131);
         t.costumes.command_offset = {0, 130, 131};
         t.windows.length[0] = 129;
       }},
      {"a picture of other size", [](Tables& t) { t.pictures.width[0] = 17; }},
      {"a picture without pixels", [](Tables& t) { t.pictures.height[1] = 0; }},
      {"pixels that are not there", [](Tables& t) { ++t.pictures.pixel_offset.back(); }},
      {"costumes out of order", [](Tables& t) { t.costumes.offset[0] = 9000; }},
      {"pictures out of order", [](Tables& t) { t.entries.picture[0] = 1; }},
      {"a loop that starts behind its end", [](Tables& t) { t.timelines.loop_start[0] = 2; }},
      {"a frame that is not there", [](Tables& t) { t.timelines.tick[0] = 2; }},
      {"no offsets of frames", [](Tables& t) { t.frames.cel_offset.clear(); }},
      {"a timeline without ticks", [](Tables& t) { t.timelines.tick_offset[1] = 0; }},
      {"a cel of no picture", [](Tables& t) { t.cels.picture[0] = kNone; }},
      {"an event behind the end", [](Tables& t) { t.events.tick[0] = 2; }},
      {"an event of no kind", [](Tables& t) { t.events.kind[0] = kEventKinds; }},
      {"a read of no kind",
       [](Tables& t) {
         t.timelines.read = {kReads};
         t.timelines.read_offset = {0, 1, 1};
       }},
      {"a failure of no costume", [](Tables& t) { t.failures.costume[0] = 2; }},
      {"an error text too short", [](Tables& t) { t.failures.error.pop_back(); }},
  };
  for (const auto& [what, damage] : cases) {
    SmallArchive small = small_archive();
    damage(small.tables);
    const Status valid = validate(small.tables, small.pixels.size());
    ASSERT_FALSE(valid) << what;
    EXPECT_EQ(valid.error().code, ErrorCode::damaged) << what;
  }
}

}  // namespace
}  // namespace wardrobe
