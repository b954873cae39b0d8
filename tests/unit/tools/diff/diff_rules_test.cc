// Rules of diff() at their limits, on handmade archives.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/tools/diff/small_input.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

using Lines = std::vector<std::string>;

/// Returns the kind and the text of each finding.
Lines findings(const SmallArchive& before, const SmallArchive& after) {
  const Result<Diff> found = diff(input(before), input(after));
  EXPECT_TRUE(found);
  Lines lines;
  for (const Finding& finding : found->findings) {
    lines.push_back(std::string(kind_name(finding.kind)) + " " +
                    finding_text(finding_row({before.tables, after.tables}, finding)));
  }
  return lines;
}

/// Returns the findings after a change to `before`.
Lines after(const SmallArchive& before, const std::function<void(SmallArchive&)>& change) {
  SmallArchive changed = before;
  change(changed);
  return findings(before, changed);
}

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

TEST(DiffRules, ACopyIsARedrawingUpToAnEighthOfItsPixels) {
  const SmallArchive before = small_archive();
  EXPECT_EQ(after(before, [](SmallArchive& s) { draw_on(s, 40); }),
            Lines{"picture-pixels limb 0 index 0: 40 pixels in 16×3 at 0,0"});
  const Lines found = after(before, [](SmallArchive& s) { draw_on(s, 41); });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].substr(0, 28), "limb-table limb 0 index 0: 1");
}

TEST(DiffRules, OnePixelIsARedrawingHoweverSmallThePicture) {
  SmallArchive before = small_archive();
  before.add_picture(2, 2, 1);
  before.tables.entries.picture[0] = before.tables.entries.picture[2] = 2;
  EXPECT_EQ(after(before,
                  [](SmallArchive& s) {
                    s.add_picture(2, 2, 1);
                    s.pixels.back() ^= 0x80;
                    s.tables.pictures.xxh64.back() = xxh64(Bytes(s.pixels).last(4));
                    s.tables.entries.picture[0] = 3;
                  }),
            Lines{"picture-pixels limb 0 index 0: 1 pixel in 1×1 at 1,1"});
}

TEST(DiffRules, MovesOfASlotGoWithItsPicture) {
  const Lines found = after(small_archive(), [](SmallArchive& s) {
    Entries& entries = s.tables.entries;
    entries.state[1] = EntryState::empty;
    entries.picture[1] = kNone;
    entries.xinc[1] = entries.yinc[1] = 0;
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].substr(0, 36), "picture-removed limb 0 index 1: 7×3");
}

TEST(DiffRules, TheTransparentValueCounts) {
  // The picture is a ramp of 16 values from 5 on. Its 21 pixels contain two 5s and one 0.
  const Lines found =
      after(small_archive(), [](SmallArchive& s) { s.tables.pictures.transparent[1] = 5; });
  EXPECT_EQ(found, (Lines{"picture-pixels limb 0 index 1: 3 pixels in 5×3 at 0,0",
                          "picture-pixels limb 0 index 0: 3 pixels in 5×3 at 0,0"}));
}

TEST(DiffRules, ASlotOfZeroSizeThatMovesNothingIsEmpty) {
  SmallArchive before = small_archive();
  Entries& entries = before.tables.entries;
  entries.state[1] = EntryState::empty;
  entries.picture[1] = kNone;
  entries.x[1] = entries.y[1] = entries.xinc[1] = entries.yinc[1] = 0;
  const auto zero_size = [](SmallArchive& s) { s.tables.entries.state[1] = EntryState::zero_size; };
  EXPECT_EQ(after(before, zero_size), Lines{});
  EXPECT_EQ(after(before,
                  [&](SmallArchive& s) {
                    zero_size(s);
                    s.tables.entries.yinc[1] = 2;
                  }),
            Lines{"picture-placement limb 0 index 1: yinc 0 → 2, in no timeline"});
}

TEST(DiffRules, InitShowsItsSlotsOfZeroSizeInEveryTimelineOfItsDirection) {
  SmallArchive before = with_init();
  Tables& t = before.tables;
  t.entries.state[1] = EntryState::zero_size;
  t.entries.picture[1] = kNone;
  t.costumes.command[0] = 1;
  t.windows.mode[1] = WindowMode::off;
  t.windows.length[1] = 0;
  const auto move = [](SmallArchive& s) { s.tables.entries.xinc[1] = 9; };
  const Lines moved = {"picture-placement limb 0 index 1: xinc 1 → 9, in chore 1 W, chore 2 W"};
  EXPECT_EQ(after(before, move), moved);
  t.game.version[0] = Version::v2;  // Here, chore 1 is stand, with which actors appear, too.
  EXPECT_EQ(after(before, move), moved);
}

TEST(DiffRules, InitExplainsTheTimelinesOfItsDirection) {
  const auto change = [](SmallArchive& s) {
    s.tables.windows.mode[0] = WindowMode::once;
    s.tables.cels.x[1] = 99;
  };
  const Lines mode = {"record chore 1 W limb 0: mode loop → once"};
  EXPECT_EQ(after(with_init(), change), mode);
  SmallArchive elsewhere = with_init();
  elsewhere.tables.records.number[1] = 9;
  EXPECT_EQ(after(elsewhere, change),
            (Lines{mode[0], "timeline chore 2 E: different positions, from tick 0 on"}));
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
  EXPECT_EQ(findings(before, longer), Lines{length});
  t.events.tick[0] = 1;
  EXPECT_EQ(findings(before, longer),
            (Lines{length, "timeline chore 1 W: different events, from tick 1 on"}));
}

TEST(DiffRules, PalettesOfOneNumberAreComparedInOrder) {
  SmallArchive before = small_archive();
  Palettes& palettes = before.tables.palettes;
  palettes.room = {0, 0};
  palettes.number = {0, 0};
  palettes.rgb = {1, 2, 3, 4, 5, 6};
  palettes.rgb_offset = {0, 3, 6};
  EXPECT_EQ(after(before, [](SmallArchive& s) { s.tables.palettes.rgb[5] = 7; }),
            Lines{"palette room 12 palette 0: 1 colour: 0 040506 → 040507"});
}

TEST(DiffRules, RoomsOfVersion5HaveOnePalette) {
  const auto add_palette = [](SmallArchive& s) {
    s.tables.palettes.room.push_back(0);
    s.tables.palettes.number.push_back(1);
    s.tables.palettes.rgb_offset.push_back(768);
  };
  SmallArchive before = small_archive();
  EXPECT_EQ(after(before, add_palette), Lines{"palette room 12 palette 1: added"});
  before.tables.game.version[0] = Version::v5;
  EXPECT_EQ(after(before,
                  [&](SmallArchive& s) {
                    add_palette(s);
                    s.tables.game.version[0] = Version::v6;
                  }),
            Lines{});
}

TEST(DiffRules, ADifferentNumberOfColorsIsNoColorChange) {
  const auto add_colors = [](SmallArchive& s) {
    Costumes& costumes = s.tables.costumes;
    costumes.color.insert(costumes.color.begin() + 16, 2, 200);
    costumes.color_offset = {0, 18, 34};
  };
  EXPECT_EQ(after(small_archive(), add_colors), Lines{"format colors 16 → 18"});
  EXPECT_EQ(after(small_archive(),
                  [&](SmallArchive& s) {
                    add_colors(s);
                    s.tables.costumes.color[4] = 9;
                  }),
            (Lines{"format colors 16 → 18", "palette 1 colour: 4 36 → 9"}));
}

}  // namespace
}  // namespace wardrobe
