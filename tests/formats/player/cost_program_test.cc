#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "formats/versions.h"
#include "tests/formats/player/actors.h"

namespace wardrobe {
namespace {

/// The drawing of chore 2, South, with this window in limb 0.
std::string played(Version version, const std::vector<uint8_t>& commands, size_t ticks,
                   WindowMode mode = WindowMode::loop) {
  CostActor actor(version);
  actor.record(2, Direction::south, {{0, commands, mode}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  return played(player, ticks);
}

/// The number of the sound that `command` plays.
int32_t sound_of(Version version, uint8_t command) {
  CostActor actor(version);
  actor.record(1, Direction::west, {{0, {0, command}}});
  Player player(actor.tables(), 0);
  begin(player, {1, Direction::west});
  std::vector<PlayerEvent> events;
  player.step(events);
  if (events.size() != 1 || events[0].kind != EventKind::sound) return -1;
  return events[0].value;
}

TEST(CostProgram, NumbersSoundsAsTheVersionDoes) {
  EXPECT_EQ(sound_of(Version::v5, 0x78), 0);
  for (const Version version : {Version::v6, Version::v7, Version::v8}) {
    EXPECT_EQ(sound_of(version, 0x71), 0) << facts(version).name;
    EXPECT_EQ(sound_of(version, 0x78), 7) << facts(version).name;
  }
  for (const Version version : {Version::he60, Version::he80}) {
    EXPECT_EQ(sound_of(version, 0x71), 7) << facts(version).name;
    EXPECT_EQ(sound_of(version, 0x78), 0) << facts(version).name;
  }
}

TEST(CostProgram, LoopsOrStaysOnTheLastCommand) {
  EXPECT_EQ(played(Version::v6, {1, 2, 3}, 5), "1 2 3 1 2");
  EXPECT_EQ(played(Version::v6, {1, 2, 3}, 5, WindowMode::once), "1 2 3 3 3");
  EXPECT_EQ(played(Version::v6, {4}, 3), "4 4 4");
  EXPECT_EQ(played(Version::v6, {4}, 3, WindowMode::once), "4 4 4");
}

TEST(CostProgram, CountersAndSoundsTakeNoTime) {
  EXPECT_EQ(played(Version::v6, {1, 0x7C, 2}, 4), "1 counter:0 2 1 counter:0 2");
  EXPECT_EQ(played(Version::v6, {1, 0x71, 0x7C, 0x78, 2}, 2), "1 sound:0 counter:0 sound:7 2");
  EXPECT_EQ(played(Version::v5, {1, 0x78, 2}, 2), "1 sound:0 2");
  EXPECT_EQ(played(Version::v6, {1, 2, 0x7C}, 4), "1 2 counter:0 1 2 counter:0") << "wraps round";
}

TEST(CostProgram, ALimbRestsOnOtherCommands) {
  EXPECT_EQ(played(Version::v5, {1, 0x77, 2}, 3), "1 - 2") << "not a sound in version 5";
  EXPECT_EQ(played(Version::v6, {1, 0x70, 2}, 3), "1 - 2");
  for (const uint8_t command : {0x79, 0x7A, 0x7D, 0xFC, 0xF8}) {
    EXPECT_EQ(played(Version::v6, {1, command, 2}, 3), "1 - 2") << int{command};
  }
}

TEST(CostProgram, ABusyWindowOfOneCommandActsOnceATick) {
  EXPECT_EQ(played(Version::v6, {0x7C}, 3), "- counter:0 - counter:0 - counter:0");
  EXPECT_EQ(played(Version::v6, {0x73}, 2, WindowMode::once), "- sound:2 - sound:2");
  EXPECT_EQ(played(Version::v5, {0x78}, 2), "- sound:0 - sound:0");
}

TEST(CostProgram, ALimbThatNeverRestsIsStuckAndOff) {
  EXPECT_EQ(played(Version::v6, {1, 0x7C}, 3, WindowMode::once), "1 stuck:0 - -");
  EXPECT_EQ(played(Version::v6, {0x7C, 0x71}, 3), "- stuck:0 - -");
  EXPECT_EQ(played(Version::v6, {1, 0x71, 2, 0x71}, 4, WindowMode::once),
            "1 sound:0 2 stuck:0 - -");
  EXPECT_EQ(played(Version::v6, {0x7C, 0x7C, 0x7C, 1}, 3),
            "- counter:0 counter:0 1 counter:0 counter:0 counter:0 1 counter:0 counter:0 counter:0")
      << "steps as often as the window is long";
}

TEST(CostProgram, HiddenLimbsDrawAndMoveNothing) {
  EXPECT_EQ(played(Version::v6, {1, 0x7B, 2}, 4), "1 - 2 1");
  EXPECT_EQ(played(Version::v6, {1, 0xFB, 0x82}, 3), "1 - 2") << "drawn without bit 7";
  CostActor actor;
  actor.record(2, Direction::south, {{0, {3, 0x7B}}, {1, {4}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  std::vector<Cel> cels;
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels, (std::vector<Cel>{{0, 0, 3, 3, 3, 30}, {1, 0, 4, 4, 4 + 1, 40 - 2}}));
  std::vector<PlayerEvent> events;
  player.step(events);
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels, (std::vector<Cel>{{1, 0, 4, 4, 4, 40}}));
}

TEST(CostProgram, HiddenLimbsDrawNothingEvenWhereTheTableHasThatSlot) {
  CostActor actor;
  Tables& tables = actor.tables();
  while (tables.limb_tables.entry_offset.back() - 2 * kActorCels < 0x7F) {
    tables.entries.state.push_back(EntryState::picture);
    tables.entries.picture.push_back(0);
    for (auto* column :
         {&tables.entries.x, &tables.entries.y, &tables.entries.xinc, &tables.entries.yinc}) {
      column->push_back(0);
    }
    ++tables.limb_tables.entry_offset.back();
  }
  actor.record(3, Direction::south, {{2, {1, 0x7B, 0x7D}}});
  Player player(tables, 0);
  begin(player, {3, Direction::south});
  EXPECT_EQ(played(player, 3), "1 - 125");
}

TEST(CostProgram, ReportsMissingPictures) {
  const auto complete = [](Version version, uint8_t command) {
    CostActor actor(version);
    actor.tables().entries.state[3] = EntryState::missing;
    actor.tables().entries.state[4] = EntryState::empty;
    actor.record(2, Direction::south, {{0, {command}}, {1, {2}}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    std::vector<Cel> cels;
    return player.draw(cels);
  };
  EXPECT_TRUE(complete(Version::v6, 2));
  EXPECT_FALSE(complete(Version::v6, 3));
  EXPECT_TRUE(complete(Version::v6, 4)) << "an empty slot";
  EXPECT_FALSE(complete(Version::v6, kActorCels)) << "past the table";
  EXPECT_FALSE(complete(Version::v6, 0x70));
  EXPECT_TRUE(complete(Version::v6, 0x71)) << "not a picture number";
  EXPECT_FALSE(complete(Version::v5, 0x77));
  EXPECT_TRUE(complete(Version::v5, 0x78));
}

TEST(CostProgram, KnowsTheCycleOfALimb) {
  const auto cycle = [](const std::vector<uint8_t>& commands, WindowMode mode, int steps = 0) {
    CostActor actor;
    actor.record(2, Direction::south, {{0, commands, mode}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    std::vector<PlayerEvent> events;
    for (; steps > 0; --steps) player.step(events);
    const auto [lead, period] = player.cycle(0);
    return std::pair(lead, period);
  };
  EXPECT_EQ(cycle({1, 2, 3}, WindowMode::loop), std::pair(0u, 3u));
  EXPECT_EQ(cycle({1, 2, 3}, WindowMode::loop, 2), std::pair(0u, 3u));
  EXPECT_EQ(cycle({1, 2, 3}, WindowMode::once), std::pair(2u, 1u));
  EXPECT_EQ(cycle({0x7C, 1, 2}, WindowMode::loop), std::pair(1u, 2u)) << "passed over later";
  EXPECT_EQ(cycle({1, 2, 0x7C}, WindowMode::once), std::pair(2u, 1u)) << "stuck, then off";
  EXPECT_EQ(cycle({7}, WindowMode::loop), std::pair(0u, 1u));
  EXPECT_EQ(cycle({}, WindowMode::off), std::pair(0u, 1u));
}

}  // namespace
}  // namespace wardrobe
