// Unreadable parts are distinguished from removed ones (tools/diff/README.md "How kinds are told
// apart").

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/version.h"
#include "pipeline/failures.h"
#include "tests/unit/tools/diff/changed_sample.h"

namespace wardrobe {
namespace {

std::string summary(const GameVersion& before, const GameVersion& after) {
  return summary_text(*diff(before.input(), after.input()));
}

/// Packs the game of two rooms after a change to its files.
template <class Change>
GameVersion damaged(const Change& change) {
  TestGame game = test_game(Version::v6);
  change(game.files);
  return packed(game);
}

GameVersion intact() { return packed(test_game(Version::v6)); }

/// Adds a failure; sets its id from its costume.
void add_failure_at(Tables& tables, FailurePlace place) {
  if (place.costume != kNone) place.id = tables.costumes.id[place.costume];
  add_failure(tables.failures, place, "it is broken");
}

TEST(Unreadable, ACostumeThatCouldNotBeRead) {
  const GameVersion before = intact();
  const GameVersion after = damaged([](GameFiles& files) {
    files.disks[0][find_block(files.disks[0], "COST", 2) + 8 + 4] = 'X';
  });
  EXPECT_EQ(
      lines_of(before, after),
      (Kinds{"costume 3: unreadable new archive: no \"CO\" here: not a costume of version 6"}));
  EXPECT_EQ(
      lines_of(after, before),
      (Kinds{"costume 3: unreadable old archive: no \"CO\" here: not a costume of version 6"}));
  EXPECT_EQ(summary(before, after), "4 costumes: 3 same, 1 unreadable");
  const Finding finding = findings(before, after).at(0);
  const Row row = finding_row({before.tables, after.tables}, finding);
  EXPECT_EQ(row["kind"], "unreadable");
  EXPECT_EQ(row["field"], "costume");
  EXPECT_EQ(row["old"], 3);
  EXPECT_TRUE(row["new"].is_null());
  EXPECT_EQ(row["error"], "no \"CO\" here: not a costume of version 6");
}

TEST(Unreadable, ACostumeThatBothCouldNotReadIsNoDifference) {
  const GameVersion broken = damaged([](GameFiles& files) {
    files.disks[0][find_block(files.disks[0], "COST", 2) + 8 + 4] = 'X';
  });
  EXPECT_EQ(lines_of(broken, broken), Kinds());
}

TEST(Unreadable, IsNothingThatIsGone) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v6);
  rooms[1].costumes.clear();
  rooms[0].costumes[0].payload[4] = 'X';
  EXPECT_EQ(kinds_of(findings(intact(), packed(rooms, Version::v6))),
            (Kinds{"unreadable costume", "costume-removed", "costume-removed"}));
}

TEST(Unreadable, WhatLiesBehindTheEndOfAFileThatIsCut) {
  const GameVersion after = damaged(
      [](GameFiles& files) { files.disks[0].resize(find_block(files.disks[0], "LFLF", 1) + 8); });
  const std::vector<Finding> found = findings(intact(), after);
  EXPECT_EQ(kinds_of(found), (Kinds{"unreadable room", "unreadable costume", "unreadable costume"}))
      << "the room, costume 3, and one without an id";
  EXPECT_EQ(summary(intact(), after), "4 costumes: 2 same, 2 unreadable");
  const Row row = finding_row({intact().tables, after.tables}, found[0]);
  EXPECT_EQ(row["room"], 7);
  EXPECT_EQ(row["old"].dump(), "[320,144]");
  EXPECT_TRUE(row["new"].is_null());
}

TEST(Unreadable, AFileCountsByItsNameInAnyCase) {
  GameVersion after = damaged(
      [](GameFiles& files) { files.disks[0].resize(find_block(files.disks[0], "LFLF", 1) + 8); });
  const auto renamed = [&](std::string_view name) {
    std::ranges::copy(name, after.tables.sources.name.end() - 8);
    return kinds_of(findings(intact(), after)).at(2);  // the costume without an id
  };
  EXPECT_EQ(renamed("game.001"), "unreadable costume");
  EXPECT_EQ(renamed("GAME.002"), "costume-removed");
}

TEST(Unreadable, APictureThatCouldNotBeDecoded) {
  GameVersion after = sample();
  const uint32_t entry = after.entry(kHero, 0, 1);
  after.clear_entry(entry);
  after.rebake();
  const Kinds gone = kinds_of(findings(sample(), after));
  EXPECT_EQ(gone, Kinds{"picture-removed"});
  FailurePlace place;
  place.costume = kHero;
  place.limb = 0;
  place.index = 1;
  add_failure_at(after.tables, place);
  const std::vector<Finding> found = findings(sample(), after);
  ASSERT_EQ(kinds_of(found), Kinds{"unreadable picture"});
  const Row row = finding_row({sample().tables, after.tables}, found[0]);
  EXPECT_EQ(row["index"], 1);
  EXPECT_GT(row["old"]["width"], 0);
  EXPECT_TRUE(row["new"].is_null());
  EXPECT_EQ(finding_text(row).substr(
                0, std::string("limb 0 index 1: new archive: it is broken, in").size()),
            "limb 0 index 1: new archive: it is broken, in");
}

TEST(Unreadable, ARecordThatCouldNotBeRead) {
  GameVersion after = sample();
  Records& records = after.tables.records;
  records.number[0] = 200;  // One record is gone, and another is new.
  after.rebake();
  EXPECT_EQ(kinds_of(findings(sample(), after)), (Kinds{"record record", "record record"}));
  FailurePlace place;
  place.costume = kHero;
  add_failure_at(after.tables, place);
  EXPECT_EQ(kinds_of(findings(sample(), after)), (Kinds{"unreadable record", "record record"}));
}

TEST(Unreadable, ChangedWindowsOfADamagedCostumeAreOneFindingARecord) {
  GameVersion after = sample();
  const uint32_t window = after.tables.records.window_offset[0];
  after.tables.windows.mode[window] = WindowMode::off;
  after.rebake();
  EXPECT_EQ(kinds_of(findings(sample(), after)).at(0).substr(0, 6), "record");
  add_failure_at(after.tables, {.costume = kHero});
  EXPECT_EQ(kinds_of(findings(sample(), after)), Kinds{"unreadable record"});
  GameVersion before = sample();
  add_failure_at(before.tables, {.costume = kHero});
  EXPECT_EQ(kinds_of(findings(before, after)).at(0).substr(0, 6), "record") << "as damaged before";
}

TEST(DiffRooms, OfOneArchiveOnlyAreAddedOrRemovedWithTheirPalettes) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v6);
  rooms[1].number = 8;
  const GameVersion before = intact();
  const GameVersion after = packed(rooms, Version::v6);
  EXPECT_EQ(lines_of(before, after),
            (Kinds{"rooms: room-removed room 7", "rooms: room-added room 8"}));
  const std::vector<Finding> found = findings(before, after);
  const Row removed = finding_row({before.tables, after.tables}, found.at(0));
  EXPECT_EQ(removed["room"], 7);
  EXPECT_EQ(removed["old"].dump(), "[320,144]");
  EXPECT_TRUE(removed["new"].is_null());
}

}  // namespace
}  // namespace wardrobe
