// Rules of diff() at their limits, on handmade archives.

#include <string>

#include <gtest/gtest.h>

#include "tests/unit/tools/diff/small_input.h"

namespace wardrobe {
namespace {

/// Returns an archive whose first costume has two records, for chores 1 (init) and 2; the second
/// has none.
SmallArchive with_init() {
  SmallArchive small = small_archive();
  small.tables.costumes.record_offset = {0, 2, 2};
  small.tables.records.number = {4, 8};
  return small;
}

/// Gives the first slot another picture: a copy of its own with `count` pixels changed.
void draw_on(SmallArchive& small, size_t count) {
  small.add_picture(16, 20, 1);
  const size_t begin = small.tables.pictures.pixel_offset[2];
  for (size_t i = 0; i < count; ++i) small.pixels[begin + i] ^= 0x80;
  small.tables.pictures.xxh64.back() = xxh64(Bytes(small.pixels).subspan(begin));
  small.tables.entries.picture[0] = 2;
}

/// Empties the second slot.
void clear_slot(SmallArchive& s) {
  Entries& entries = s.tables.entries;
  entries.state[1] = EntryState::empty;
  entries.picture[1] = kNone;
  entries.x[1] = entries.y[1] = entries.xinc[1] = entries.yinc[1] = 0;
}

TEST(DiffRules, OfSlots) {
  SmallArchive small_pictures = small_archive();
  small_pictures.add_picture(2, 2, 1);
  Column<uint32_t>& picture = small_pictures.tables.entries.picture;
  picture[0] = picture[2] = 2;
  expect_found(small_pictures, {{"one pixel, however small the picture",
                                 [](SmallArchive& s) {
                                   s.add_picture(2, 2, 1);
                                   s.pixels.back() ^= 0x80;
                                   s.tables.pictures.xxh64.back() = xxh64(Bytes(s.pixels).last(4));
                                   s.tables.entries.picture[0] = 3;
                                 },
                                 {"picture-pixels limb 0 index 0: 1 pixel in 1×1 at 1,1"}}});
  expect_found(
      small_archive(),
      {{"a copy with an eighth of its pixels redrawn",
        [](SmallArchive& s) { draw_on(s, 40); },
        {"picture-pixels limb 0 index 0: 40 pixels in 16×3 at 0,0"}},
       {"a copy with more of them redrawn",
        [](SmallArchive& s) { draw_on(s, 41); },
        {"limb-table limb 0 index 0: 16×20 38d00b81 → 16×20 f2550e6b, the old one now at limb 0 "
         "index 2, in chore 1 W"},
        R"({"from":null,"to":[0,2]})"},
       {"a picture that goes with the moves of its slot",
        clear_slot,
        {"picture-removed limb 0 index 1: 7×3 2c93ceb5, in no timeline"}},
       // The picture is a ramp of 16 values from 5 on. Its 21 pixels contain two 5s and one 0.
       {"the transparent value",
        [](SmallArchive& s) { s.tables.pictures.transparent[1] = 5; },
        {"picture-pixels limb 0 index 1: 3 pixels in 5×3 at 0,0",
         "picture-pixels limb 0 index 0: 3 pixels in 5×3 at 0,0"}}});
  SmallArchive empty = small_archive();
  clear_slot(empty);
  expect_found(empty, {{"a picture of zero size that moves nothing",
                        [](SmallArchive& s) { s.tables.entries.state[1] = EntryState::zero_size; },
                        {}},
                       {"one that moves something",
                        [](SmallArchive& s) {
                          s.tables.entries.state[1] = EntryState::zero_size;
                          s.tables.entries.yinc[1] = 2;
                        },
                        {"picture-placement limb 0 index 1: yinc 0 → 2, in no timeline"}}});
}

TEST(DiffRules, InitShowsItsSlotsOfZeroSizeInEveryTimelineOfItsDirection) {
  SmallArchive before = with_init();
  Tables& t = before.tables;
  t.entries.state[1] = EntryState::zero_size;
  t.entries.picture[1] = kNone;
  t.costumes.command[0] = 1;
  t.windows.mode[1] = WindowMode::off;
  t.windows.length[1] = 0;
  // In version 2, chore 1 is stand, with which actors appear, too.
  for (const Version version : {Version::v6, Version::v2}) {
    t.game.version[0] = version;
    expect_found(before,
                 {{"a move",
                   [](SmallArchive& s) { s.tables.entries.xinc[1] = 9; },
                   {"picture-placement limb 0 index 1: xinc 1 → 9, in chore 1 W, chore 2 W"}}});
  }
}

TEST(DiffRules, InitExplainsTheTimelinesOfItsDirection) {
  const auto change = [](SmallArchive& s) {
    s.tables.windows.mode[0] = WindowMode::once;
    s.tables.cels.x[1] = 99;
  };
  const std::string mode = "record chore 1 W limb 0: mode loop → once";
  expect_found(with_init(), {{"the same direction", change, {mode}}});
  SmallArchive elsewhere = with_init();
  elsewhere.tables.records.number[1] = 9;
  expect_found(elsewhere, {{"another direction",
                            change,
                            {mode, "timeline chore 2 E: different positions, from tick 0 on"}}});
}

TEST(DiffRules, EventsCountUpToTheEndOfTheShorterTimeline) {
  SmallArchive before = small_archive();
  before.tables.timelines.event_offset = {0, 0, 1};
  SmallArchive longer = small_archive();
  Tables& t = longer.tables;
  t.timelines.tick.insert(t.timelines.tick.begin(), 1, 0);
  t.timelines.tick_offset = {0, 3, 5};
  t.events.tick[0] = 2;
  const std::string length = "timeline chore 1 W: length 2 → 3, from tick 2 on";
  EXPECT_EQ(lines_between(before, longer), Lines{length});
  t.events.tick[0] = 1;
  EXPECT_EQ(lines_between(before, longer),
            (Lines{length, "timeline chore 1 W: different events, from tick 1 on"}));
}

void add_palette(SmallArchive& s) {
  s.tables.palettes.room.push_back(0);
  s.tables.palettes.number.push_back(1);
  s.tables.palettes.rgb_offset.push_back(768);
}

void add_colors(SmallArchive& s) {
  Costumes& costumes = s.tables.costumes;
  costumes.color.insert(costumes.color.begin() + 16, 2, 200);
  costumes.color_offset = {0, 18, 34};
}

TEST(DiffRules, OfColors) {
  expect_found(small_archive(),
               {{"another palette", add_palette, {"palette room 12 palette 1: added"}},
                {"more colours", add_colors, {"format colors 16 → 18"}},
                {"more colours, one of them another",
                 [](SmallArchive& s) {
                   add_colors(s);
                   s.tables.costumes.color[4] = 9;
                 },
                 {"format colors 16 → 18", "palette 1 colour: 4 36 → 9"}}});
  SmallArchive twice = small_archive();
  Palettes& palettes = twice.tables.palettes;
  palettes.room = {0, 0};
  palettes.number = {0, 0};
  palettes.rgb = {1, 2, 3, 4, 5, 6};
  palettes.rgb_offset = {0, 3, 6};
  expect_found(twice, {{"the second of one number",
                        [](SmallArchive& s) { s.tables.palettes.rgb[5] = 7; },
                        {"palette room 12 palette 0: 1 colour: 0 040506 → 040507"}}});
  SmallArchive five = small_archive();
  five.tables.game.version[0] = Version::v5;
  expect_found(five, {{"a palette that rooms of version 5 cannot have",
                       [](SmallArchive& s) {
                         add_palette(s);
                         s.tables.game.version[0] = Version::v6;
                       },
                       {}}});
}

}  // namespace
}  // namespace wardrobe
