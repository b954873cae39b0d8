#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

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

TEST(CostProgram, MissesNoPictureOfACommand) {
  const auto is_whole = [](uint8_t command) {
    CostActor actor(Version::v5);
    actor.record(1, Direction::west, {{0, {command}}});
    Player player(actor.tables(), 0);
    begin(player, {1, Direction::west});
    std::vector<Cel> cels;
    return player.draw(cels);
  };
  EXPECT_FALSE(is_whole(0x77));
  EXPECT_TRUE(is_whole(0x78));
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

TEST(LeftEdge, OfAFlippedPictureIsRightForAnyPlace) {
  EXPECT_EQ(left_edge(5, 4, false), 5);
  EXPECT_EQ(left_edge(5, 4, true), -8);
  EXPECT_EQ(left_edge(INT32_MIN, 1, true), int64_t{1} << 31);
  EXPECT_EQ(left_edge(INT32_MAX, 4096, true), int64_t{INT32_MIN} - 4094);
}

}  // namespace
}  // namespace wardrobe
