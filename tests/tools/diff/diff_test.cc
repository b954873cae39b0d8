#include "tools/diff/diff.h"

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "formats/akos/code.h"
#include "formats/hash.h"
#include "formats/scumm/version.h"
#include "pipeline/pipeline.h"
#include "tests/pipeline/test_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// A game as stored in its archive, to be changed.
struct Version {
  Tables tables;
  std::vector<std::vector<uint8_t>> pixels;

  DiffInput input() const {
    return {tables, [this](uint32_t picture) { return Bytes(pixels[picture]); }};
  }

  /// Replays all records after a change to them.
  void rebake() {
    tables.timelines = {};
    tables.frames = {};
    tables.cels = {};
    tables.events = {};
    bake(tables, kDefaultMaxTicks);
  }

  /// Adds a picture with unique pixels.
  uint32_t add_picture(uint16_t width, uint16_t height, uint8_t value) {
    Pictures& pictures = tables.pictures;
    pixels.emplace_back(size_t{width} * height, value);
    pictures.width.push_back(width);
    pictures.height.push_back(height);
    pictures.transparent.push_back(0);
    pictures.xxh64.push_back(xxh64(pixels.back()));
    pictures.pixel_offset.push_back(pictures.pixel_offset.back() + pixels.back().size());
    return static_cast<uint32_t>(pixels.size() - 1);
  }

  void change_pixel(uint32_t picture, size_t at) {
    pixels[picture][at] ^= 1;
    tables.pictures.xxh64[picture] = xxh64(pixels[picture]);
  }

  /// Where entry `index` of a limb of a costume is.
  uint32_t entry(uint32_t costume, uint8_t limb, uint32_t index) const {
    uint32_t table = tables.costumes.table_offset[costume];
    while (tables.limb_tables.limb[table] != limb) ++table;
    return tables.limb_tables.entry_offset[table] + index;
  }

  void swap_entries(uint32_t a, uint32_t b) {
    Entries& entries = tables.entries;
    std::swap(entries.state[a], entries.state[b]);
    std::swap(entries.picture[a], entries.picture[b]);
    std::swap(entries.x[a], entries.x[b]);
    std::swap(entries.y[a], entries.y[b]);
    std::swap(entries.xinc[a], entries.xinc[b]);
    std::swap(entries.yinc[a], entries.yinc[b]);
  }

  void clear_entry(uint32_t row) {
    Entries& entries = tables.entries;
    entries.state[row] = static_cast<uint8_t>(EntryState::empty);
    entries.picture[row] = kNone;
    entries.x[row] = entries.y[row] = entries.xinc[row] = entries.yinc[row] = 0;
  }
};

Version packed(const std::vector<RoomDraft>& rooms, int version, PackOptions options = {}) {
  options.level = options.level == kDefaultLevel ? 1 : options.level;
  const TestGame game{write_game(rooms, version, 0)};
  PackWorkspace workspace;
  Result<Packed> done = pack_game(game.input(), options, workspace);
  EXPECT_TRUE(done);
  Version result;
  for (const Bytes pixels : workspace.decoded.pictures.pixels()) {
    result.pixels.emplace_back(pixels.begin(), pixels.end());
  }
  result.tables = std::move(done->tables);
  return result;
}

const Version& sample() {
  static const Version kSample = packed(sample_rooms(6, 1), 6);
  return kSample;
}

constexpr uint32_t kHero = 0;  ///< row of the sample's Costumes

FindingKind mirrored_kind(FindingKind kind) {
  switch (kind) {
    case FindingKind::costume_added:
      return FindingKind::costume_removed;
    case FindingKind::costume_removed:
      return FindingKind::costume_added;
    case FindingKind::picture_added:
      return FindingKind::picture_removed;
    case FindingKind::picture_removed:
      return FindingKind::picture_added;
    default:
      return kind;
  }
}

std::string key_of(const RecordKey& key) {
  return std::to_string(key.chore) + ":" + std::to_string(degrees(key.facing));
}

/// Everything about a finding; if mirrored, as if old and new had been swapped.
std::string text_of(const Finding& f, bool mirrored) {
  const auto sides = [&](Sides s) {
    return mirrored ? std::to_string(s.new_row) + "/" + std::to_string(s.old_row)
                    : std::to_string(s.old_row) + "/" + std::to_string(s.new_row);
  };
  const auto place = [](SlotPlace p) {
    return std::to_string(p.limb) + "," + std::to_string(p.index);
  };
  std::string text = std::string(kind_name(mirrored ? mirrored_kind(f.kind) : f.kind)) + " " +
                     std::string(f.field) + " costume " + sides(f.costume);
  if (const auto* palette = std::get_if<PaletteChange>(&f.change)) text += sides(palette->palette);
  if (const RoomChange* room = f.room()) {
    text += " room " + sides(room->room) + " part " + sides(room->part) + " " +
            std::to_string(room->number) + " pixels " + std::to_string(room->pixels.count);
  }
  if (const SlotChange* slot = f.slot()) {
    const Box& box = slot->pixels.box;
    text += " slot " + place(slot->place) + " entry " + sides(slot->entry) + " pixels " +
            std::to_string(slot->pixels.count) + " box " + std::to_string(box.left) + "," +
            std::to_string(box.top) + "," + std::to_string(box.width) + "," +
            std::to_string(box.height) + " from " + place(mirrored ? slot->to : slot->from) +
            " to " + place(mirrored ? slot->from : slot->to);
    for (const RecordKey& key : slot->timelines) text += " " + key_of(key);
  }
  if (const RecordChange* record = f.record()) {
    text += " record " + key_of(record->key) + " limb " + std::to_string(record->limb) + " row " +
            sides(record->row);
  }
  if (const TimelineChange* timeline = f.timeline()) {
    text += " timeline " + key_of(timeline->key) + " row " + sides(timeline->row) + " tick " +
            std::to_string(timeline->tick);
  }
  return text;
}

std::vector<std::string> texts_of(const Diff& diff, bool mirrored) {
  std::vector<std::string> texts;
  for (const Finding& finding : diff.findings) texts.push_back(text_of(finding, mirrored));
  std::ranges::sort(texts);
  return texts;
}

/// The findings; checks that the reverse comparison agrees.
std::vector<Finding> findings(const Version& before, const Version& after) {
  const Result<Diff> there = diff(before.input(), after.input());
  const Result<Diff> back = diff(after.input(), before.input());
  EXPECT_TRUE(there && back);
  EXPECT_EQ(texts_of(*there, false), texts_of(*back, true)) << "the other way round";
  return there->findings;
}

std::vector<std::string> kinds(const std::vector<Finding>& findings) {
  std::vector<std::string> kinds;
  for (const Finding& finding : findings) {
    kinds.push_back(std::string(kind_name(finding.kind)) +
                    (finding.field.empty() ? "" : " " + std::string(finding.field)));
  }
  return kinds;
}

using Kinds = std::vector<std::string>;

/// The findings after a change to the sample.
std::vector<Finding> after(const std::function<void(Version&)>& change) {
  Version changed = sample();
  change(changed);
  changed.rebake();
  return findings(sample(), changed);
}

/// An entry of the hero whose picture no other entry shows.
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

/// The timelines of the hero that draw slot (limb, index).
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
  const Version& game = sample();
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
  Version changed = sample();
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
  const auto found = after([&](Version& v) { v.change_pixel(picture, 2u * width + 3); });
  ASSERT_EQ(kinds(found), Kinds{"picture-pixels"});
  EXPECT_EQ(found[0].slot()->pixels.count, 1u);
  EXPECT_EQ(found[0].slot()->pixels.box, (Box{3, 2, 1, 1}));
  EXPECT_EQ(found[0].costume, (Sides{kHero, kHero}));
  EXPECT_TRUE(found[0].slot()->timelines.empty());
}

TEST(Diff, BoxesTheChangedPixels) {
  const uint32_t picture = sample().tables.entries.picture[lonely_entry()];
  const uint16_t width = sample().tables.pictures.width[picture];
  const auto found = after([&](Version& v) {
    v.change_pixel(picture, width + 4u);
    v.change_pixel(picture, 5u * width + 1);
  });
  ASSERT_EQ(kinds(found), Kinds{"picture-pixels"});
  EXPECT_EQ(found[0].slot()->pixels.count, 2u);
  EXPECT_EQ(found[0].slot()->pixels.box, (Box{1, 1, 4, 5}));
}

TEST(Diff, NoticesOneByteOfARoomsPalette) {
  const auto found = after([](Version& v) { v.tables.palettes.rgb[3 * 256 * 2 + 17] ^= 1; });
  ASSERT_EQ(kinds(found), Kinds{"palette colors"});
  EXPECT_EQ(found[0].costume, Sides{});
  EXPECT_EQ(std::get<PaletteChange>(found[0].change).palette, (Sides{2, 2}));
}

TEST(Diff, NoticesOneColorOfACostume) {
  const auto found = after([](Version& v) { v.tables.costumes.color[5] ^= 1; });
  ASSERT_EQ(kinds(found), Kinds{"palette colors"});
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
      const auto found = after([&, c = column](Version& v) { (v.tables.entries.*c)[entry] += 3; });
      ASSERT_EQ(kinds(found), Kinds{std::string("picture-placement ") + field});
      EXPECT_EQ(found[0].slot()->entry, (Sides{entry, entry}));
      EXPECT_EQ(found[0].slot()->place, (SlotPlace{limb, 1}));
      EXPECT_EQ(found[0].slot()->timelines, shown);
    }
  }
}

TEST(Diff, NoticesMovesOfASlotWithoutPixels) {
  Version before = sample();
  const uint32_t entry = before.entry(kHero, 0, 0);
  before.clear_entry(entry);
  before.tables.entries.state[entry] = static_cast<uint8_t>(EntryState::zero_size);
  before.rebake();
  Version changed = before;
  changed.tables.entries.xinc[entry] = 5;
  changed.rebake();
  const auto found = findings(before, changed);
  ASSERT_EQ(kinds(found), Kinds{"picture-placement xinc"});
  EXPECT_FALSE(found[0].slot()->timelines.empty());
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
    const auto found = after([&](Version& v) { v.tables.costumes.command[at] ^= 1; });
    std::vector<std::pair<RecordKey, uint8_t>> reported;
    for (const Finding& finding : found) {
      ASSERT_EQ(finding.kind, FindingKind::record);
      EXPECT_EQ(finding.field, "commands");
      reported.emplace_back(finding.record()->key, finding.record()->limb);
    }
    EXPECT_EQ(reported, expected) << "window " << window;
  }
}

TEST(Diff, NoticesTheBitsOfAWindow) {
  const Tables& t = sample().tables;
  const auto plays = std::ranges::find_if(t.windows.length, [](uint16_t n) { return n >= 3; });
  const auto window = static_cast<size_t>(plays - t.windows.length.begin());
  const auto shorter = after([&](Version& v) { --v.tables.windows.length[window]; });
  ASSERT_EQ(kinds(shorter), Kinds{"record length"});
  EXPECT_EQ(shorter[0].record()->row,
            (Sides{static_cast<uint32_t>(window), static_cast<uint32_t>(window)}));
  EXPECT_EQ(kinds(after([&](Version& v) { v.tables.windows.mode[window] ^= 1; })),
            Kinds{"record mode"});
  EXPECT_EQ(kinds(after([&](Version& v) {
              v.tables.windows.mode[window] = static_cast<uint8_t>(WindowMode::off);
              v.tables.windows.start[window] = v.tables.windows.length[window] = 0;
            })),
            Kinds{"record window"});
}

TEST(Diff, NoticesTheMirrorBit) {
  EXPECT_EQ(kinds(after([](Version& v) {
              v.tables.costumes.mirror_west[kHero] ^= 1;
              v.tables.costumes.format[kHero] ^= 0x80;
            })),
            Kinds{"mirror"});
}

TEST(Diff, ReportsSwappedSlots) {
  const uint32_t a = sample().entry(kHero, 0, 1);
  const uint32_t b = sample().entry(kHero, 2, 3);
  const auto found = after([&](Version& v) { v.swap_entries(a, b); });
  ASSERT_EQ(kinds(found), (Kinds{"limb-table", "limb-table"}));
  EXPECT_EQ(found[0].slot()->from, (SlotPlace{2, 3}));
  EXPECT_EQ(found[0].slot()->to, (SlotPlace{2, 3}));
  EXPECT_EQ(found[1].slot()->from, (SlotPlace{0, 1}));
  EXPECT_FALSE(found[1].slot()->timelines.empty());
}

TEST(Diff, ReportsAPictureMovedToAnEmptySlot) {
  Version before = sample();
  const uint32_t to = before.entry(kHero, 0, 1);
  const uint32_t from = before.entry(kHero, 0, 4);
  before.clear_entry(to);
  before.rebake();
  Version changed = before;
  changed.swap_entries(from, to);
  changed.rebake();
  EXPECT_EQ(kinds(findings(before, changed)), (Kinds{"limb-table", "limb-table"}));
}

TEST(Diff, ReportsASlotThatShowsAnotherPictureOfTheCostume) {
  const uint32_t entry = lonely_entry();
  const uint32_t other = sample().entry(kHero, 4, 0);
  const auto found = after([&](Version& v) {
    v.tables.entries.picture[entry] = v.tables.entries.picture[other];
    v.tables.entries.x[entry] = 7;
  });
  EXPECT_EQ(kinds(found), Kinds{"limb-table"});
}

TEST(Diff, DistinguishesAChangedCopyFromAnotherPicture) {
  // Two slots of the same pixels, as version 5 has them; one of the copies changes.
  const uint32_t entry = lonely_entry();
  Version before = sample();
  const uint32_t other = before.entry(kHero, 0, 1);
  before.tables.entries.picture[other] = before.tables.entries.picture[entry];
  before.rebake();
  Version changed = before;
  const uint32_t old_picture = before.tables.entries.picture[entry];
  const uint32_t picture = changed.add_picture(before.tables.pictures.width[old_picture],
                                               before.tables.pictures.height[old_picture], 0);
  changed.pixels[picture] = before.pixels[old_picture];
  changed.change_pixel(picture, 0);
  changed.tables.entries.picture[entry] = picture;
  changed.rebake();
  EXPECT_EQ(kinds(findings(before, changed)), Kinds{"picture-pixels"});
}

TEST(Diff, ReportsASlotThatSwitchesBetweenSimilarPictures) {
  // Both pictures, one pixel apart, are in the costume before and after: nothing was redrawn.
  const uint32_t entry = lonely_entry();
  const uint32_t first = sample().entry(kHero, 0, 1);
  const uint32_t second = sample().entry(kHero, 0, 2);
  ASSERT_TRUE(entry != first && entry != second);
  Version before = sample();
  const uint32_t one = before.tables.entries.picture[entry];
  const uint32_t other =
      before.add_picture(before.tables.pictures.width[one], before.tables.pictures.height[one], 0);
  before.pixels[other] = before.pixels[one];
  before.change_pixel(other, 0);
  before.tables.entries.picture[first] = one;
  before.tables.entries.picture[second] = other;
  before.rebake();
  Version changed = before;
  changed.tables.entries.picture[entry] = other;
  changed.rebake();
  const auto found = findings(before, changed);
  ASSERT_EQ(kinds(found), Kinds{"limb-table"});
  EXPECT_EQ(found[0].slot()->from, (SlotPlace{0, 2}));
  EXPECT_EQ(found[0].slot()->to, (SlotPlace{0, 1}));
}

TEST(Diff, ReportsPicturesAddedAndRemoved) {
  const uint32_t entry = lonely_entry();
  const auto found = after([&](Version& v) { v.clear_entry(entry); });
  ASSERT_EQ(kinds(found), Kinds{"picture-removed"});
  EXPECT_EQ(found[0].slot()->entry, (Sides{entry, kNone}));
}

TEST(Diff, ReportsANewSize) {
  const uint32_t entry = lonely_entry();
  EXPECT_EQ(kinds(after(
                [&](Version& v) { v.tables.entries.picture[entry] = v.add_picture(300, 200, 5); })),
            Kinds{"picture-size"});
}

TEST(Diff, FollowsACostumeToItsNewId) {
  const auto found = after([](Version& v) { v.tables.costumes.id[1] = 700; });
  ASSERT_EQ(kinds(found), Kinds{"costume-moved"});
  EXPECT_EQ(found[0].costume, (Sides{1, 1}));
}

TEST(Diff, FollowsTwoCostumesThatExchangeTheirIds) {
  const auto found =
      after([](Version& v) { std::swap(v.tables.costumes.id[1], v.tables.costumes.id[3]); });
  EXPECT_EQ(kinds(found), (Kinds{"costume-moved", "costume-moved"}));
}

TEST(Diff, KnowsACostumeByItsAliases) {
  const Tables& t = sample().tables;
  ASSERT_EQ(t.costumes.alias_offset[kHero + 1], 1u);
  // The other of two ids is now the lower one.
  EXPECT_TRUE(after([&](Version& v) {
                std::swap(v.tables.costumes.id[kHero], v.tables.costumes.alias[0]);
              }).empty());
  EXPECT_EQ(kinds(after([&](Version& v) { v.tables.costumes.alias[0] = 333; })),
            Kinds{"costume-moved"});
}

TEST(Diff, FindsAChangedCostumeWithoutAnId) {
  const Tables& t = sample().tables;
  const auto cat =
      static_cast<uint32_t>(std::ranges::find(t.costumes.id, 0) - t.costumes.id.begin());
  const auto found = after([&](Version& v) { v.tables.costumes.color[16 * cat + 3] ^= 1; });
  ASSERT_EQ(kinds(found), Kinds{"palette colors"});
  EXPECT_EQ(found[0].costume, (Sides{cat, cat}));
}

TEST(Diff, ReportsCostumesAddedAndRemoved) {
  std::vector<RoomDraft> rooms = sample_rooms(6, 1);
  const Version all = packed(rooms, 6);
  rooms[1].costumes.pop_back();
  EXPECT_EQ(kinds(findings(all, packed(rooms, 6))), Kinds{"costume-removed"});
}

TEST(Diff, IgnoresOrderLevelAndContainer) {
  const Version game = packed(sample_rooms(6, 2), 6);
  std::vector<RoomDraft> rooms = sample_rooms(6, 2);
  std::ranges::reverse(rooms);
  for (RoomDraft& room : rooms) std::ranges::reverse(room.costumes);
  EXPECT_TRUE(findings(game, packed(rooms, 6)).empty()) << "order";
  EXPECT_TRUE(findings(game, packed(sample_rooms(6, 2), 6, {.level = 19})).empty()) << "level";
  EXPECT_TRUE(findings(game, packed(sample_rooms(5, 2), 5)).empty()) << "version 5";
}

TEST(Diff, IgnoresHowCommandsAreLaidOut) {
  EXPECT_TRUE(after([](Version& v) {
                // Every window of the hero starts one byte later, after a byte that nothing plays.
                Tables& t = v.tables;
                t.costumes.command.insert(t.costumes.command.begin(), 0x55);
                for (size_t i = 1; i < t.costumes.command_offset.size(); ++i) {
                  ++t.costumes.command_offset[i];
                }
                const uint32_t last = t.records.window_offset[t.costumes.record_offset[kHero + 1]];
                for (uint32_t i = 0; i < last; ++i) {
                  if (t.windows.length[i] > 0) ++t.windows.start[i];
                }
              }).empty());
}

TEST(Diff, FindsTimelinesThatNothingElseExplains) {
  CostBuilder builder = simple_costume(1);
  builder.record(8, 0, {0, 0x72, 1});
  RoomDraft room{3, "cave", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, builder.write(5)}};
  const Version five = packed({room}, 5);
  room.costumes = {{{1}, builder.write(6)}};
  const Version six = packed({room}, 6);
  // 0x72 is a picture in version 5 and a sound in version 6, which takes no time.
  const auto found = findings(five, six);
  EXPECT_EQ(kinds(found), (Kinds{"timeline pictures", "timeline length", "timeline events"}));
  for (const Finding& finding : found)
    EXPECT_EQ(*finding.record_key(), (RecordKey{2, Direction::west}));
}

TEST(Diff, FindsTimelinesThatWereCut) {
  const Version cut = packed(sample_rooms(6, 1), 6, {.max_ticks = 12});
  const auto found = findings(packed(sample_rooms(6, 1), 6), cut);
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    EXPECT_EQ(finding.kind, FindingKind::timeline);
    EXPECT_TRUE(finding.field == "length" || finding.field == "loop") << finding.field;
  }
}

TEST(Diff, OfAnEmptyArchiveAndAGameIsAllOfIt) {
  const Version nothing;
  const auto found = findings(nothing, sample());
  const Tables& t = sample().tables;
  EXPECT_EQ(found.size(), t.costumes.id.size() + t.palettes.room.size());
}

/// The sample as a game of version 7, whose costumes are AKOS.
Version akos_sample() { return packed(sample_rooms(kScumm7, 1), kScumm7); }

AkosCommands hero_commands(const Tables& t) {
  return {Bytes(t.costumes.command).first(t.costumes.command_offset[kHero + 1]), kScumm7};
}

/// The first window of the hero that is a program that ends in a goto, and where that is.
std::pair<uint32_t, size_t> program_with_goto(const Tables& t) {
  const AkosCommands commands = hero_commands(t);
  for (uint32_t i = 0; i < t.records.window_offset[t.costumes.record_offset[kHero + 1]]; ++i) {
    if (WindowMode{t.windows.mode[i]} != WindowMode::program) continue;
    size_t at = t.windows.start[i];
    while (commands.at(at).size > 0 && commands.at(at).flow != AkosFlow::jump) {
      at += commands.at(at).size;
    }
    if (commands.at(at).flow == AkosFlow::jump) return {i, at};
  }
  ADD_FAILURE() << "no such window";
  return {};
}

void insert_hero_commands(Tables& t, size_t at, const std::vector<uint8_t>& bytes) {
  t.costumes.command.insert(t.costumes.command.begin() + static_cast<ptrdiff_t>(at), bytes.begin(),
                            bytes.end());
  for (size_t i = kHero + 1; i < t.costumes.command_offset.size(); ++i) {
    t.costumes.command_offset[i] += static_cast<uint32_t>(bytes.size());
  }
}

TEST(Diff, FollowsTheGotosOfAkosPrograms) {
  Version before = akos_sample();
  const auto [window, jump] = program_with_goto(before.tables);
  const uint16_t start = before.tables.windows.start[window];
  const uint32_t end = before.tables.costumes.command_offset[kHero + 1];
  // The goto leads to a cel after all windows, and another goto leads back.
  const std::vector<uint8_t> tail = {3, 0xC0, 0x30, static_cast<uint8_t>(start),
                                     static_cast<uint8_t>(start >> 8)};
  insert_hero_commands(before.tables, end, tail);
  before.tables.costumes.command[jump + 2] = static_cast<uint8_t>(end);
  before.tables.costumes.command[jump + 3] = static_cast<uint8_t>(end >> 8);
  before.rebake();
  Version changed = before;
  changed.tables.costumes.command[end] = 4;
  changed.rebake();
  const auto found = findings(before, changed);
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    ASSERT_EQ(finding.kind, FindingKind::record);
    EXPECT_EQ(finding.field, "commands");
  }
  EXPECT_TRUE(std::ranges::any_of(
      found, [&, w = window](const Finding& f) { return f.record()->row.old_row == w; }));
}

TEST(Diff, IgnoresHowAkosCommandsAreLaidOut) {
  const Version before = akos_sample();
  Version moved = before;
  Tables& t = moved.tables;
  const uint32_t last = t.records.window_offset[t.costumes.record_offset[kHero + 1]];
  // Every goto of a program, and every window, leads one byte further.
  const AkosCommands commands = hero_commands(before.tables);
  std::set<size_t> gotos;
  for (uint32_t i = 0; i < last; ++i) {
    if (WindowMode{t.windows.mode[i]} == WindowMode::program) {
      for (size_t at = t.windows.start[i]; commands.at(at).size > 0; at += commands.at(at).size) {
        if (commands.at(at).flow == AkosFlow::jump) gotos.insert(at);
      }
    }
    if (t.windows.length[i] > 0) ++t.windows.start[i];
  }
  EXPECT_FALSE(gotos.empty());
  for (const size_t at : gotos) {
    const uint16_t target = static_cast<uint16_t>(commands.u16(at + 2) + 1);
    t.costumes.command[at + 2] = static_cast<uint8_t>(target);
    t.costumes.command[at + 3] = static_cast<uint8_t>(target >> 8);
  }
  insert_hero_commands(t, 0, {0x55});
  moved.rebake();
  EXPECT_EQ(kinds(findings(before, moved)), Kinds{});
}

TEST(Diff, NoticesTrueColors) {
  Version before = packed(sample_rooms(kScumm8, 1), kScumm8);
  ASSERT_FALSE(before.tables.costumes.rgb.empty());
  Version changed = before;
  changed.tables.costumes.rgb.back() ^= 1;
  EXPECT_EQ(kinds(findings(before, changed)), Kinds{"palette rgb"});
}

TEST(Diff, ComparesDirectionsOfFourAndEight) {
  const Result<Diff> found =
      diff(akos_sample().input(), packed(sample_rooms(kScumm8, 1), kScumm8).input());
  ASSERT_TRUE(found);
  // Version 8 adds records between those of version 7, which are unchanged.
  for (const Finding& finding : found->findings) {
    EXPECT_TRUE(finding.kind == FindingKind::format || finding.record()->row.old_row == kNone);
    EXPECT_TRUE(finding.kind == FindingKind::format ||
                degrees(finding.record()->key.facing) % 90 == 45);
  }
}

/// Makes a random change, or several at once.
void change_something(Version& v, std::mt19937& random) {
  Tables& t = v.tables;
  const auto below = [&](size_t count) { return static_cast<uint32_t>(random() % count); };
  const uint32_t entry = below(t.entries.state.size());
  const uint32_t window = below(t.windows.mode.size());
  switch (below(12)) {
    case 0:
      return v.change_pixel(below(v.pixels.size()), 0);
    case 1:
      return v.swap_entries(entry, below(t.entries.state.size()));
    case 2:
      return v.clear_entry(entry);
    case 3:
      t.entries.x[entry] += 1;
      break;
    case 4:
      t.entries.yinc[entry] += 1;
      break;
    case 5:
      t.costumes.command[below(t.costumes.command.size())] = static_cast<uint8_t>(below(128));
      break;
    case 6:
      if (t.windows.length[window] > 1) --t.windows.length[window];
      break;
    case 7:
      if (t.windows.length[window] > 0) t.windows.mode[window] ^= 1;
      break;
    case 8:
      t.costumes.mirror_west[below(t.costumes.id.size())] ^= 1;
      break;
    case 9:
      std::swap(t.costumes.id[below(t.costumes.id.size())],
                t.costumes.id[below(t.costumes.id.size())]);
      break;
    case 10:
      t.palettes.rgb[below(t.palettes.rgb.size())] ^= 4;
      break;
    default:
      if (t.entries.picture[entry] != kNone) t.entries.picture[entry] = below(v.pixels.size());
  }
}

TEST(Diff, IsTheSameFromBothSidesWhateverChanged) {
  const Version games[] = {packed(sample_rooms(6, 1), 6), akos_sample()};
  std::mt19937 random(7);
  for (unsigned round = 0; round < 40; ++round) {
    const Version& game = games[round % 2];
    Version changed = game;
    for (unsigned i = 0; i <= round / 2; ++i) change_something(changed, random);
    changed.rebake();
    EXPECT_FALSE(findings(game, changed).empty() && round > 4) << "round " << round;
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
}

}  // namespace
}  // namespace wardrobe
