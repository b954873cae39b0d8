// Rules of play that only versions 1 to 3 have (SCUMM.md §4, §5).

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

TEST(OldRules, Version3Of256ColoursHidesAllHighCommands) {
  CostActor actor(Version::v3);
  actor.record(6, Direction::south, {{0, {0x7D, 0xF9}}, {1, {0x77}}});
  Player player(actor.tables(), 0);
  begin(player, {6, Direction::south});
  std::vector<Cel> cels;
  EXPECT_FALSE(player.draw(cels)) << "limb 1 shows a slot that is not there";
  CostActor hidden(Version::v3);
  hidden.record(6, Direction::south, {{0, {0x7D, 0xF9}}});
  Player other(hidden.tables(), 0);
  begin(other, {6, Direction::south});
  EXPECT_TRUE(other.draw(cels));
  EXPECT_TRUE(cels.empty());
}

/// Returns where cel 3 is drawn. Its slot puts it at (3, 30); it is 4 wide.
std::pair<int, int> place_of(Version version, Direction facing) {
  CostActor actor(version);
  actor.record(6, facing, {{0, {3}}});
  Player player(actor.tables(), 0);
  begin(player, {6, facing});
  std::vector<Cel> cels;
  player.draw(cels);
  return cels.size() == 1 ? std::pair(cels[0].x, cels[0].y) : std::pair(-1000, 0);
}

TEST(OldRules, PlacesCountFromTheBoxAroundTheFeet) {
  EXPECT_EQ(place_of(Version::v3_16, Direction::east), (std::pair{-69, -70}));
  EXPECT_EQ(place_of(Version::v3_16, Direction::west), (std::pair{69 - 3, -70}));
  EXPECT_EQ(place_of(Version::v2, Direction::east), (std::pair{-69 + 8, -70}));
  EXPECT_EQ(place_of(Version::v2, Direction::north), (std::pair{-69 + 8, -70}));
  EXPECT_EQ(place_of(Version::v2, Direction::west), (std::pair{69 - 3 + 16, -70}));
  EXPECT_EQ(place_of(Version::v3, Direction::east), (std::pair{3, 30}));
  EXPECT_EQ(place_of(Version::v3, Direction::west), (std::pair{-3 - 3, 30}));
  EXPECT_EQ(place_of(Version::v1, Direction::east), (std::pair{3, 31}));
  EXPECT_EQ(place_of(Version::v1, Direction::west), (std::pair{-3 + 4 + 16, 31}));
}

TEST(OldRules, TimelinesOfVersion2StartWithStandInitAndTalkStop) {
  for (const Version version : {Version::v1, Version::v2}) {
    CostActor actor(version);
    actor.record(0, Direction::south, {{0, {9}}});
    actor.record(1, Direction::south, {{0, {1}}, {1, {1}}, {2, {1}}});
    actor.record(2, Direction::south, {{1, {2}}, {2, {2}}});
    actor.record(4, Direction::south, {{2, {4}}});
    EXPECT_EQ(shown(actor.tables(), version, "0 walk S\n1 end"), "924") << "init: nothing is off";
    EXPECT_EQ(shown(actor.tables(), version, "0 init S\n1 end"), "122");
  }
}

TEST(OldRules, ATurnOfVersion2AppliesWholeRecords) {
  for (const Version version : {Version::v2, Version::v3_16}) {
    CostActor actor(version);
    actor.record(6, Direction::east, {{0, {1}}, {1, {1}}});
    actor.record(6, Direction::south, {{0, {2}}, {1, {2}}});
    actor.record(7, Direction::east, {{1, {3}}});
    actor.record(7, Direction::south, {{1, {4}}});
    EXPECT_EQ(shown(actor.tables(), version, "0 chore 6 E\n0 chore 7\n1 face S\n2 end"),
              version == Version::v2 ? "13 22" : "13 24")
        << "limb 0's record takes limb 1 with it";
  }
}

TEST(OldRules, ATurnOfVersion2GoesOnIfChoreAndDirectionAreTheLast) {
  CostActor actor(Version::v2);
  actor.record(6, Direction::east, {{0, {1, 2, 3}}});
  actor.record(7, Direction::east, {{1, {4, 5, 6}}});
  // There are no records facing West. From tick 2 on, the limbs' chores are not the same.
  EXPECT_EQ(shown(actor.tables(), Version::v2,
                  "0 chore 6 E\n1 face W\n1 face E\n2 chore 7\n3 face W\n3 face E\n4 end"),
            "1 2 34 14");
}

TEST(OldRules, AnimateTakesFourOperandsForEachChoreUpToVersion2) {
  const struct {
    Version version;
    unsigned operand;
    const char* shown;
  } cases[] = {
      {Version::v2, 2, "0"},          {Version::v1, 0, "0"},
      {Version::v2, 4 * 7 + 3, "7"},  {Version::v1, 4 * 56, "2"},  // init
      {Version::v1, 4 * 59 + 1, "5"},                              // talk-start
      {Version::v1, 252, "1"},                                     // stand
      {Version::v3_16, 7, "7"},       {Version::v3, 252, "3"},
  };
  for (const auto& one : cases) {
    CostActor actor(one.version);
    for (uint8_t chore = 0; chore < 8; ++chore) {
      actor.record(chore, Direction::south, {{0, {chore}}});
    }
    Player player(actor.tables(), 0);
    player.reset(Direction::south);
    player.animate(one.operand);
    EXPECT_EQ(drawn(player), one.shown) << one.operand;
  }
}

}  // namespace
}  // namespace wardrobe
