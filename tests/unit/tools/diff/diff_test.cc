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

TEST(Diff, NoticesOnePixel) {
  const uint32_t picture = sample().tables.entries.picture[lonely_entry()];
  const uint16_t width = sample().tables.pictures.width[picture];
  const auto found =
      findings_after([&](GameVersion& v) { v.change_pixel(picture, 2u * width + 3); });
  ASSERT_EQ(kinds_of(found), Kinds{"picture-pixels"});
  EXPECT_EQ(found[0].pixels.count, 1u);
  EXPECT_EQ(found[0].pixels.box, (Rect{3, 2, 1, 1}));
  EXPECT_EQ(found[0].costume, (Sides{kHero, kHero}));
  EXPECT_TRUE(found[0].timelines.empty());
}

TEST(Diff, BoxesTheChangedPixels) {
  const uint32_t picture = sample().tables.entries.picture[lonely_entry()];
  const uint16_t width = sample().tables.pictures.width[picture];
  const auto found = findings_after([&](GameVersion& v) {
    v.change_pixel(picture, width + 4u);
    v.change_pixel(picture, 5u * width + 1);
  });
  ASSERT_EQ(kinds_of(found), Kinds{"picture-pixels"});
  EXPECT_EQ(found[0].pixels.count, 2u);
  EXPECT_EQ(found[0].pixels.box, (Rect{1, 1, 4, 5}));
}

TEST(Diff, NoticesOneByteOfARoomsPalette) {
  const auto found =
      findings_after([](GameVersion& v) { v.tables.palettes.rgb[3 * 256 * 2 + 17] ^= 1; });
  ASSERT_EQ(kinds_of(found), Kinds{"palette colors"});
  EXPECT_EQ(found[0].costume, Sides{});
  EXPECT_EQ(found[0].palette, (Sides{2, 2}));
}

TEST(Diff, NoticesOneColorOfACostume) {
  const auto found = findings_after([](GameVersion& v) { v.tables.costumes.color[5] ^= 1; });
  ASSERT_EQ(kinds_of(found), Kinds{"palette colors"});
  EXPECT_EQ(found[0].costume, (Sides{kHero, kHero}));
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

TEST(Diff, NoticesMovesOfASlotWithoutPixels) {
  GameVersion before = sample();
  const uint32_t entry = before.entry(kHero, 0, 0);
  before.clear_entry(entry);
  before.tables.entries.state[entry] = EntryState::zero_size;
  before.rebake();
  GameVersion changed = before;
  changed.tables.entries.xinc[entry] = 5;
  changed.rebake();
  const auto found = findings(before, changed);
  ASSERT_EQ(kinds_of(found), Kinds{"picture-placement xinc"});
  EXPECT_FALSE(found[0].timelines.empty());
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

TEST(Diff, NoticesTheBitsOfAWindow) {
  const Tables& t = sample().tables;
  const auto plays = std::ranges::find_if(t.windows.length, [](uint16_t n) { return n >= 3; });
  const auto window = static_cast<size_t>(plays - t.windows.length.begin());
  const auto shorter = findings_after([&](GameVersion& v) { --v.tables.windows.length[window]; });
  ASSERT_EQ(kinds_of(shorter), Kinds{"record length"});
  EXPECT_EQ(shorter[0].row, (Sides{static_cast<uint32_t>(window), static_cast<uint32_t>(window)}));
  EXPECT_EQ(kinds_of(findings_after([&](GameVersion& v) {
              WindowMode& mode = v.tables.windows.mode[window];
              mode = mode == WindowMode::loop ? WindowMode::once : WindowMode::loop;
            })),
            Kinds{"record mode"});
  EXPECT_EQ(kinds_of(findings_after([&](GameVersion& v) {
              v.tables.windows.mode[window] = WindowMode::off;
              v.tables.windows.start[window] = v.tables.windows.length[window] = 0;
            })),
            Kinds{"record window"});
}

TEST(Diff, NoticesTheMirrorBit) {
  EXPECT_EQ(kinds_of(findings_after([](GameVersion& v) {
              v.tables.costumes.mirror_west[kHero] ^= 1;
              v.tables.costumes.format[kHero] ^= 0x80;
            })),
            Kinds{"mirror"});
}

TEST(Diff, ReportsSwappedSlots) {
  const uint32_t a = sample().entry(kHero, 0, 1);
  const uint32_t b = sample().entry(kHero, 2, 3);
  const auto found = findings_after([&](GameVersion& v) { v.swap_entries(a, b); });
  ASSERT_EQ(kinds_of(found), (Kinds{"limb-table", "limb-table"}));
  EXPECT_EQ(found[0].from, (SlotPlace{2, 3}));
  EXPECT_EQ(found[0].to, (SlotPlace{2, 3}));
  EXPECT_EQ(found[1].from, (SlotPlace{0, 1}));
  EXPECT_FALSE(found[1].timelines.empty());
}

TEST(Diff, ReportsAPictureMovedToAnEmptySlot) {
  GameVersion before = sample();
  const uint32_t to = before.entry(kHero, 0, 1);
  const uint32_t from = before.entry(kHero, 0, 4);
  before.clear_entry(to);
  before.rebake();
  GameVersion changed = before;
  changed.swap_entries(from, to);
  changed.rebake();
  EXPECT_EQ(kinds_of(findings(before, changed)), (Kinds{"limb-table", "limb-table"}));
}

TEST(Diff, ReportsASlotThatShowsAnotherPictureOfTheCostume) {
  const uint32_t entry = lonely_entry();
  const uint32_t other = sample().entry(kHero, 4, 0);
  const auto found = findings_after([&](GameVersion& v) {
    v.tables.entries.picture[entry] = v.tables.entries.picture[other];
    v.tables.entries.x[entry] = 7;
  });
  EXPECT_EQ(kinds_of(found), Kinds{"limb-table"});
}

TEST(Diff, DistinguishesAChangedCopyFromAnotherPicture) {
  // Two slots have the same pixels, as copies in version 5 do; then one of the copies changes.
  const uint32_t entry = lonely_entry();
  GameVersion before = sample();
  const uint32_t other = before.entry(kHero, 0, 1);
  before.tables.entries.picture[other] = before.tables.entries.picture[entry];
  before.rebake();
  GameVersion changed = before;
  const uint32_t old_picture = before.tables.entries.picture[entry];
  const uint32_t picture = changed.add_picture(before.tables.pictures.width[old_picture],
                                               before.tables.pictures.height[old_picture], 0);
  changed.pixels[picture] = before.pixels[old_picture];
  changed.change_pixel(picture, 0);
  changed.tables.entries.picture[entry] = picture;
  changed.rebake();
  EXPECT_EQ(kinds_of(findings(before, changed)), Kinds{"picture-pixels"});
}

TEST(Diff, ReportsASlotThatSwitchesBetweenSimilarPictures) {
  // Both pictures, which differ in one pixel, are in the costume before and after: nothing was
  // redrawn.
  const uint32_t entry = lonely_entry();
  const uint32_t first = sample().entry(kHero, 0, 1);
  const uint32_t second = sample().entry(kHero, 0, 2);
  ASSERT_TRUE(entry != first && entry != second);
  GameVersion before = sample();
  const uint32_t one = before.tables.entries.picture[entry];
  const uint32_t other =
      before.add_picture(before.tables.pictures.width[one], before.tables.pictures.height[one], 0);
  before.pixels[other] = before.pixels[one];
  before.change_pixel(other, 0);
  before.tables.entries.picture[first] = one;
  before.tables.entries.picture[second] = other;
  before.rebake();
  GameVersion changed = before;
  changed.tables.entries.picture[entry] = other;
  changed.rebake();
  const auto found = findings(before, changed);
  ASSERT_EQ(kinds_of(found), Kinds{"limb-table"});
  EXPECT_EQ(found[0].from, (SlotPlace{0, 2}));
  EXPECT_EQ(found[0].to, (SlotPlace{0, 1}));
}

TEST(Diff, ReportsPicturesAddedAndRemoved) {
  const uint32_t entry = lonely_entry();
  const auto found = findings_after([&](GameVersion& v) { v.clear_entry(entry); });
  ASSERT_EQ(kinds_of(found), Kinds{"picture-removed"});
  EXPECT_EQ(found[0].row, (Sides{entry, kNone}));
}

TEST(Diff, ReportsANewSize) {
  const uint32_t entry = lonely_entry();
  EXPECT_EQ(kinds_of(findings_after([&](GameVersion& v) {
              v.tables.entries.picture[entry] = v.add_picture(300, 200, 5);
            })),
            Kinds{"picture-size"});
}

TEST(Diff, FollowsACostumeToItsNewId) {
  const auto found = findings_after([](GameVersion& v) { v.tables.costumes.id[1] = 700; });
  ASSERT_EQ(kinds_of(found), Kinds{"costume-moved"});
  EXPECT_EQ(found[0].costume, (Sides{1, 1}));
}

TEST(Diff, FollowsTwoCostumesThatExchangeTheirIds) {
  const auto found = findings_after(
      [](GameVersion& v) { std::swap(v.tables.costumes.id[1], v.tables.costumes.id[3]); });
  EXPECT_EQ(kinds_of(found), (Kinds{"costume-moved", "costume-moved"}));
}

TEST(Diff, KnowsACostumeByItsAliases) {
  const Tables& t = sample().tables;
  ASSERT_EQ(t.costumes.alias_offset[kHero + 1], 1u);
  // The id and the alias are swapped, so that the lower one is now the alias.
  EXPECT_TRUE(findings_after([&](GameVersion& v) {
                std::swap(v.tables.costumes.id[kHero], v.tables.costumes.alias[0]);
              }).empty());
  EXPECT_EQ(kinds_of(findings_after([&](GameVersion& v) { v.tables.costumes.alias[0] = 333; })),
            Kinds{"costume-moved"});
}

TEST(Diff, FindsAChangedCostumeWithoutAnId) {
  const Tables& t = sample().tables;
  const auto cat =
      static_cast<uint32_t>(std::ranges::find(t.costumes.id, 0) - t.costumes.id.begin());
  const auto found =
      findings_after([&](GameVersion& v) { v.tables.costumes.color[16 * cat + 3] ^= 1; });
  ASSERT_EQ(kinds_of(found), Kinds{"palette colors"});
  EXPECT_EQ(found[0].costume, (Sides{cat, cat}));
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
