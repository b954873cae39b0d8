// Findings about timelines and commands.

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/diff/changed_sample.h"
#include "tools/diff/diff.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

TEST(Diff, FindsTimelinesThatNothingElseExplains) {
  CostBuilder builder = simple_costume(1);
  builder.record(8, 0, {0, 0x72, 1});
  RoomDraft room{3, "cave", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, builder.write(Version::v5)}};
  const GameVersion five = packed({room}, Version::v5);
  room.costumes = {{{1}, builder.write(Version::v6)}};
  const GameVersion six = packed({room}, Version::v6);
  // 0x72 is a picture in version 5. In version 6 it is a sound, which takes no time.
  const auto found = findings(five, six);
  EXPECT_EQ(kinds_of(found), (Kinds{"timeline pictures", "timeline length", "timeline events"}));
  for (const Finding& finding : found) EXPECT_EQ(*finding.key, (RecordKey{2, Direction::west}));
}

/// A game with a costume whose walk and stand play these commands; its chore 7 plays picture 1.
GameVersion walking(Version version, const std::vector<uint8_t>& walk,
                    const std::vector<uint8_t>& stand) {
  const PlayerRules& rules = facts(version).player;
  CostBuilder builder;
  builder.table(0, {builder.picture(4, 3, 5), builder.picture(4, 4, 5)});
  const auto record = [](unsigned chore) {
    return static_cast<uint16_t>(record_number(chore, Direction::west, 4));
  };
  builder.record(record(rules.chore(NamedChore::walk)), 0, walk);
  builder.record(record(rules.chore(NamedChore::stand)), 0, stand);
  builder.record(record(7), 0, {1});
  RoomDraft room{3, "cave", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, builder.write(version)}};
  return packed({room}, version);
}

TEST(Diff, ComparesChoresOfTheSameName) {
  const std::vector<uint8_t> walk = {0, 1, 0};
  const GameVersion old_game = walking(Version::v2, walk, {0});
  const auto records = [&](const GameVersion& game) {
    std::vector<Finding> found = findings(old_game, game);
    std::erase_if(found, [](const Finding& one) { return one.kind != FindingKind::record; });
    return found;
  };
  EXPECT_EQ(kinds_of(records(walking(Version::v3, walk, {0}))), Kinds());
  const auto found = records(walking(Version::v3, {0, 1, 1}, {0}));
  EXPECT_EQ(kinds_of(found), Kinds({"record commands"}));
  for (const Finding& one : found) EXPECT_EQ(*one.key, (RecordKey{2, Direction::west}));
}

TEST(Diff, ComparesNoTwoChoresWithOne) {
  RoomDraft room{3, "cave", 1, 320, 144, grey_palette(), {}};
  CostBuilder builder;
  builder.table(0, {builder.picture(4, 3, 5)});
  for (uint16_t chore = 0; chore < 8; ++chore) {
    builder.record(static_cast<uint16_t>(4 * chore), 0, {0});
  }
  room.costumes = {{{1}, builder.write(Version::v2)}};
  const GameVersion old_game = packed({room}, Version::v2);
  std::set<RecordKey> keys;
  for (const Finding& one : findings(old_game, walking(Version::v3, {0, 0}, {0, 0}))) {
    if (one.kind == FindingKind::record) keys.insert(*one.key);
  }
  EXPECT_EQ(keys.size(), 8);
}

TEST(Diff, FindsTimelinesThatWereCut) {
  const GameVersion cut = packed(sample_rooms(Version::v6), Version::v6, {.max_ticks = 12});
  const auto found = findings(packed(sample_rooms(Version::v6), Version::v6), cut);
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    EXPECT_EQ(finding.kind, FindingKind::timeline);
    EXPECT_TRUE(finding.field == "length" || finding.field == "loop") << finding.field;
  }
}

TEST(Diff, OfAnEmptyArchiveAndAGameIsAllOfIt) {
  const GameVersion nothing;
  const auto found = findings(nothing, sample());
  const Tables& t = sample().tables;
  EXPECT_EQ(found.size(), t.costumes.id.size() + t.rooms.number.size());
}

}  // namespace
}  // namespace wardrobe
