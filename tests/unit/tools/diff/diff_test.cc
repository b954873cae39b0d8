#include "tools/diff/diff.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/diff/changed_sample.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// Returns an entry of the hero whose picture no other entry shows.
uint32_t lonely_entry() {
  const Tables& t = sample().tables;
  const uint32_t last = t.limb_tables.entry_offset[t.costumes.table_offset[kHero + 1]];
  for (uint32_t entry = 0; entry < last; ++entry) {
    if (t.entries.reached[entry] != 0 && t.entries.picture[entry] != kNone &&
        std::ranges::count(t.entries.picture, t.entries.picture[entry]) == 1) {
      return entry;
    }
  }
  ADD_FAILURE() << "no such entry";
  return 0;
}

/// Returns the keys of the hero's timelines that draw slot (limb, index).
std::vector<RecordKey> drawn_in(const Tables& t, uint8_t limb, uint16_t index) {
  std::vector<RecordKey> found;
  for (uint32_t row = 0; row < t.costumes.record_offset[kHero + 1]; ++row) {
    bool drawn = false;
    for (uint32_t i = t.timelines.tick_offset[row]; i < t.timelines.tick_offset[row + 1]; ++i) {
      const uint32_t frame = t.timelines.tick[i];
      for (uint32_t c = t.frames.cel_offset[frame]; c < t.frames.cel_offset[frame + 1]; ++c) {
        drawn = drawn || (t.cels.limb[c] == limb && t.cels.index[c] == index);
      }
    }
    if (drawn) found.push_back(record_key(t.records.number[row], 4));
  }
  std::ranges::sort(found);
  return found;
}

TEST(Diff, OfTheSameGameIsNothing) {
  const GameVersion& game = sample();
  EXPECT_TRUE(findings(game, game).empty());
  const Result<Diff> same = diff(game.input(), game.input());
  ASSERT_TRUE(same);
  EXPECT_EQ(same->costumes.size(), game.tables.costumes.id.size());
}

TEST(Diff, ReadsNoPixelsWhereHashesAreEqual) {
  const DiffInput unreadable{sample().tables, [](uint32_t) -> Result<Bytes> {
                               return Error{ErrorCode::damaged, kNoOffset, "read"};
                             }};
  const Result<Diff> same = diff(unreadable, unreadable);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->findings.empty());
}

TEST(Diff, SaysWhyPixelsCouldNotBeRead) {
  GameVersion changed = sample();
  changed.change_pixel(sample().tables.entries.picture[lonely_entry()], 0);
  const DiffInput unreadable{changed.tables, [](uint32_t) -> Result<Bytes> {
                               return Error{ErrorCode::damaged, kNoOffset, "a bad frame"};
                             }};
  const Result<Diff> failed = diff(sample().input(), unreadable);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "a bad frame");
}

using Change = std::function<void(GameVersion&)>;

/// A change to the sample, and what is found.
struct SampleChange {
  const char* what;
  Change before;  ///< of both games, or null
  Change change;
  Lines lines;
};

TEST(Diff, SaysWhatChanged) {
  const Tables& t = sample().tables;
  const uint32_t lonely = lonely_entry();
  const uint32_t picture = t.entries.picture[lonely];
  const uint16_t width = t.pictures.width[picture];
  const uint16_t height = t.pictures.height[picture];
  const auto slot = [](uint8_t limb, uint32_t index) { return sample().entry(kHero, limb, index); };
  const auto window = static_cast<size_t>(
      std::ranges::find_if(t.windows.length, [](uint16_t n) { return n >= 3; }) -
      t.windows.length.begin());
  const auto cat =
      static_cast<uint32_t>(std::ranges::find(t.costumes.id, 0) - t.costumes.id.begin());
  // A copy of the lonely picture, in which one pixel differs.
  const auto add_copy = [&](GameVersion& v) {
    const uint32_t copy = v.add_picture(width, height, 0);
    v.pixels[copy] = v.pixels[picture];
    v.change_pixel(copy, 0);
    return copy;
  };
  const SampleChange changes[] = {
      {"nothing", {}, [](GameVersion&) {}, {}},
      {"one pixel",
       {},
       [&](GameVersion& v) { v.change_pixel(picture, 2u * width + 3); },
       {"costume 1: picture-pixels limb 0 index 0: 1 pixel in 1×1 at 3,2"}},
      {"two pixels",
       {},
       [&](GameVersion& v) {
         v.change_pixel(picture, width + 4u);
         v.change_pixel(picture, 5u * width + 1);
       },
       {"costume 1: picture-pixels limb 0 index 0: 2 pixels in 4×5 at 1,1"}},
      {"a byte of a room's palette",
       {},
       [](GameVersion& v) { v.tables.palettes.rgb[3 * 256 * 2 + 17] ^= 1; },
       {"rooms: palette room 2 palette 0: 1 colour: 5 555555 → 555554"}},
      {"a colour of a costume",
       {},
       [](GameVersion& v) { v.tables.costumes.color[5] ^= 1; },
       {"costume 1: palette 1 colour: 5 101 → 100"}},
      {"a colour of a costume without an id",
       {},
       [&](GameVersion& v) { v.tables.costumes.color[16 * cat + 3] ^= 1; },
       {"costume @2: palette 1 colour: 3 147 → 146"}},
      {"moves of a slot without pixels",
       [&](GameVersion& v) {
         v.clear_entry(slot(0, 0));
         v.tables.entries.state[slot(0, 0)] = EntryState::zero_size;
       },
       [&](GameVersion& v) { v.tables.entries.xinc[slot(0, 0)] = 5; },
       {"costume 1: picture-placement limb 0 index 0: xinc 0 → 5, in chore 1 E, chore 1 W, chore 2 "
        "E and 11 more"}},
      {"a shorter window",
       {},
       [&](GameVersion& v) { --v.tables.windows.length[window]; },
       {"costume 1: record chore 1 W limb 0: length 16 → 15"}},
      {"the mode of a window",
       {},
       [&](GameVersion& v) {
         WindowMode& mode = v.tables.windows.mode[window];
         mode = mode == WindowMode::loop ? WindowMode::once : WindowMode::loop;
       },
       {"costume 1: record chore 1 W limb 0: mode loop → once"}},
      {"a window that is off",
       {},
       [&](GameVersion& v) {
         v.tables.windows.mode[window] = WindowMode::off;
         v.tables.windows.start[window] = v.tables.windows.length[window] = 0;
       },
       {"costume 1: record chore 1 W limb 0: window loop 00 00 00 00 00 00 00 00 00 01 01 01 01 01 "
        "01 01 → off"}},
      {"the mirror bit",
       {},
       [](GameVersion& v) {
         v.tables.costumes.mirror_west[kHero] ^= 1;
         v.tables.costumes.format[kHero] ^= 0x80;
       },
       {"costume 1: mirror true → false"}},
      {"swapped slots",
       {},
       [&](GameVersion& v) { v.swap_entries(slot(0, 1), slot(2, 3)); },
       {"costume 1: limb-table limb 0 index 1: 17×44 d6155b84 → 4×3 b9d514c6, from limb 2 index 3, "
        "the old one now at limb 2 index 3, in chore 1 E, chore 1 W, chore 3 E and 3 more",
        "costume 1: limb-table limb 2 index 3: 4×3 b9d514c6 → 17×44 d6155b84, from limb 0 index 1, "
        "the old one now at limb 0 index 1, in chore 4 E, chore 4 W"}},
      {"a picture in a slot that was empty",
       [&](GameVersion& v) { v.clear_entry(slot(0, 1)); },
       [&](GameVersion& v) { v.swap_entries(slot(0, 4), slot(0, 1)); },
       {"costume 1: limb-table limb 0 index 1: nothing → 17×43 922af664, from limb 0 index 4, in "
        "chore 1 E, chore 1 W, chore 3 E and 3 more",
        "costume 1: limb-table limb 0 index 4: 17×43 922af664 → nothing, the old one now at limb 0 "
        "index 1, in chore 4 E, chore 4 W"}},
      {"another picture of the costume",
       {},
       [&](GameVersion& v) {
         v.tables.entries.picture[lonely] = v.tables.entries.picture[slot(4, 0)];
         v.tables.entries.x[lonely] = 7;
       },
       {"costume 1: limb-table limb 0 index 0: 17×43 548ccee6 → 17×8 feca1b69, from limb 4 index "
        "0, in chore 1 E, chore 1 W, chore 3 E and 7 more"}},
      {"a changed copy, as copies in version 5 are",
       [&](GameVersion& v) { v.tables.entries.picture[slot(0, 1)] = picture; },
       [&](GameVersion& v) { v.tables.entries.picture[lonely] = add_copy(v); },
       {"costume 1: picture-pixels limb 0 index 0: 1 pixel in 1×1 at 0,0"}},
      {"one of two similar pictures for the other: nothing is redrawn",
       [&](GameVersion& v) {
         v.tables.entries.picture[slot(0, 1)] = picture;
         v.tables.entries.picture[slot(0, 2)] = add_copy(v);
       },
       [&](GameVersion& v) {
         v.tables.entries.picture[lonely] = v.tables.entries.picture[slot(0, 2)];
       },
       {"costume 1: limb-table limb 0 index 0: 17×43 548ccee6 → 17×43 7521a47c, from limb 0 index "
        "2, the old one now at limb 0 index 1, in chore 1 E, chore 1 W, chore 3 E and 7 more"}},
      {"a picture that is gone",
       {},
       [&](GameVersion& v) { v.clear_entry(lonely); },
       {"costume 1: picture-removed limb 0 index 0: 17×43 548ccee6, in chore 1 E, chore 1 W, chore "
        "3 E and 7 more"}},
      {"a new size",
       {},
       [&](GameVersion& v) { v.tables.entries.picture[lonely] = v.add_picture(300, 200, 5); },
       {"costume 1: picture-size limb 0 index 0: 17×43 → 300×200, in chore 1 E, chore 1 W, chore 3 "
        "E and 7 more"}},
      {"a new id",
       {},
       [](GameVersion& v) { v.tables.costumes.id[1] = 700; },
       {"costume 700: costume-moved 2 → 700"}},
      {"two costumes that exchange their ids",
       {},
       [](GameVersion& v) { std::swap(v.tables.costumes.id[1], v.tables.costumes.id[3]); },
       {"costume 3: costume-moved 2 → 3", "costume 2: costume-moved 3 → 2"}},
      {"an id for an alias, which is now the higher one",
       {},
       [](GameVersion& v) { std::swap(v.tables.costumes.id[kHero], v.tables.costumes.alias[0]); },
       {}},
      {"another alias",
       {},
       [](GameVersion& v) { v.tables.costumes.alias[0] = 333; },
       {"costume 1: costume-moved 1 → 1"}},
      {"other places of the commands: a byte before them that no window plays",
       {},
       [](GameVersion& v) {
         Tables& moved = v.tables;
         moved.costumes.command.insert(moved.costumes.command.begin(), 1, 0x55);
         for (size_t i = 1; i < moved.costumes.command_offset.size(); ++i) {
           ++moved.costumes.command_offset[i];
         }
         const uint32_t record = moved.costumes.record_offset[kHero + 1];
         for (uint32_t i = 0; i < moved.records.window_offset[record]; ++i) {
           if (moved.windows.length[i] > 0) ++moved.windows.start[i];
         }
       },
       {}}};
  for (const SampleChange& one : changes) {
    SCOPED_TRACE(one.what);
    GameVersion before = sample();
    if (one.before) {
      one.before(before);
      before.rebake();
    }
    GameVersion changed = before;
    one.change(changed);
    changed.rebake();
    EXPECT_EQ(lines_of(before, changed), one.lines);
  }
}

TEST(Diff, NoticesOnePlaceAndSaysWhereItShows) {
  const Tables& t = sample().tables;
  for (const uint8_t limb : {0, 2}) {
    const uint32_t entry = sample().entry(kHero, limb, 1);
    const auto shown = drawn_in(t, limb, 1);
    EXPECT_FALSE(shown.empty());
    const std::pair<Column<int16_t> Entries::*, const char*> columns[] = {
        {&Entries::x, "x"}, {&Entries::y, "y"}, {&Entries::xinc, "xinc"}, {&Entries::yinc, "yinc"}};
    for (const auto& [column, field] : columns) {
      const auto found =
          findings_after([&, c = column](GameVersion& v) { (v.tables.entries.*c)[entry] += 3; });
      ASSERT_EQ(kinds_of(found), Kinds{std::string("picture-placement ") + field});
      EXPECT_EQ(found[0].row, (Sides{entry, entry}));
      EXPECT_EQ(found[0].place, (SlotPlace{limb, 1}));
      EXPECT_EQ(found[0].timelines, shown);
    }
  }
}

TEST(Diff, NoticesOneCommand) {
  const Tables& t = sample().tables;
  for (const uint32_t window : {3u, 20u, 57u}) {
    if (t.windows.length[window] == 0) continue;
    const uint16_t at = t.windows.start[window];
    std::vector<std::pair<RecordKey, uint8_t>> expected;
    for (uint32_t record = 0; record < t.costumes.record_offset[kHero + 1]; ++record) {
      for (uint32_t i = t.records.window_offset[record]; i < t.records.window_offset[record + 1];
           ++i) {
        if (t.windows.start[i] <= at && at < t.windows.start[i] + t.windows.length[i]) {
          expected.emplace_back(record_key(t.records.number[record], 4), t.windows.limb[i]);
        }
      }
    }
    std::ranges::sort(expected);
    const auto found = findings_after([&](GameVersion& v) { v.tables.costumes.command[at] ^= 1; });
    std::vector<std::pair<RecordKey, uint8_t>> reported;
    for (const Finding& finding : found) {
      ASSERT_EQ(finding.kind, FindingKind::record);
      EXPECT_EQ(finding.field, "commands");
      reported.emplace_back(*finding.key, finding.place.limb);
    }
    EXPECT_EQ(reported, expected) << "window " << window;
  }
}

TEST(Diff, ReportsCostumesAddedAndRemoved) {
  std::vector<RoomDraft> rooms = sample_rooms(Version::v6);
  const GameVersion all = packed(rooms, Version::v6);
  rooms[1].costumes.pop_back();
  EXPECT_EQ(kinds_of(findings(all, packed(rooms, Version::v6))), Kinds{"costume-removed"});
}

TEST(Diff, IgnoresOrderLevelAndContainer) {
  const GameVersion game = packed(sample_rooms(Version::v6), Version::v6);
  std::vector<RoomDraft> rooms = sample_rooms(Version::v6);
  std::ranges::reverse(rooms);
  for (RoomDraft& room : rooms) std::ranges::reverse(room.costumes);
  EXPECT_TRUE(findings(game, packed(rooms, Version::v6)).empty()) << "order";
  EXPECT_TRUE(findings(game, packed(sample_rooms(Version::v6), Version::v6, {.level = 19})).empty())
      << "level";
  EXPECT_TRUE(findings(game, packed(sample_rooms(Version::v5), Version::v5)).empty())
      << "version 5";
}

}  // namespace
}  // namespace wardrobe
