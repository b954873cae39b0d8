#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

const std::vector<Version> kFourToSix = {Version::v4, Version::v5, Version::v6};

/// Asserts that a window of limb 0 begins with these ticks, told as by played().
void expect_window(const std::vector<Version>& versions, WindowMode mode,
                   const std::vector<uint8_t>& commands, const std::string& ticks) {
  for (const Version version : versions) {
    CostActor actor(version);
    actor.record(6, Direction::south, {{0, commands, mode}});
    Player player(actor.tables(), 0);
    begin(player, {6, Direction::south});
    EXPECT_EQ(played(player, ticks_in(ticks)), ticks) << facts(version).name;
  }
}

TEST(CostProgram, StepsThroughWindows) {
  constexpr auto kLoop = WindowMode::loop;
  constexpr auto kOnce = WindowMode::once;
  const struct {
    WindowMode mode;
    std::vector<uint8_t> commands;
    const char* ticks;
  } cases[] = {
      {kLoop, {2, 0, 1}, "2 0 1 2"},
      {kOnce, {2, 0, 1}, "2 0 1 1"},
      {kOnce, {2}, "2 2"},
      {kLoop, {0x80, 0x82, 1}, "0 2 1 0"},  // without bit 7
      {kLoop, {0, 0x79, 2}, "0 - 2 0"},     // stops only in a window of one command
      {kOnce, {0, 0x7A, 2}, "0 - 2 2"},
      {kLoop, {0xF9, 1}, "- 1 -"},
      {kLoop, {0x7B, 1, 0xFB, 2}, "- 1 - 2 -"},            // hides
      {kLoop, {0, 0x7C, 1}, "0 counter:0 1 0 counter:0"},  // takes no time
      {kLoop, {0, 0x7C, 0x7C, 1, 0x7C}, "0 counter:0 counter:0 1 counter:0 0 counter:0 counter:0"},
      {kOnce, {0, 1, 0x7C, 2}, "0 1 counter:0 2 2"},
      {kLoop, {0x7C, 0, 1}, "- 0 1 counter:0 0"},  // shows at first
      {kOnce, {0x7C, 0, 1}, "- 0 1 1"},
      {kLoop, {0, 0xF8, 0xFC}, "0 - - 0"},         // no events with bit 7
      {kLoop, {0x7C}, "- counter:0 - counter:0"},  // every tick
      {kOnce, {0x7C}, "- counter:0 - counter:0"},
      {kOnce, {0, 0x7C}, "0 stuck:0 -"},
      {kOnce, {0, 0x7C, 1, 0x7C, 0x78}, "0 counter:0 1 stuck:0 -"},
      {kLoop, {0x7C, 0x78, 0x7C}, "- stuck:0 -"},
  };
  for (const auto& [mode, commands, ticks] : cases) {
    expect_window(kFourToSix, mode, commands, ticks);
  }
}

TEST(CostProgram, NumbersSoundsAsTheVersionDoes) {
  const std::vector<uint8_t> all = {0, 0x71, 1, 0x77, 0x78};
  constexpr auto kLoop = WindowMode::loop;
  expect_window({Version::v4, Version::v5}, kLoop, all, "0 - 1 - sound:0 0");
  expect_window({Version::v6, Version::v7, Version::v8}, kLoop, all,
                "0 sound:0 1 sound:6 sound:7 0 sound:0");
  expect_window({Version::he60, Version::he80}, kLoop, all,
                "0 sound:7 1 sound:1 sound:0 0 sound:7");
  expect_window({Version::v5}, WindowMode::once, {0, 0x71}, "0 - -");
  expect_window({Version::v6}, WindowMode::once, {0, 0x71}, "0 stuck:0 -");
  expect_window({Version::v6}, kLoop, {0x71, 0}, "- 0 sound:0 0 sound:0");
  for (const Version version : {Version::v1, Version::v2, Version::v3_16, Version::v3}) {
    // A step from a command with bit 7 plays a sound, too.
    expect_window({version}, kLoop, {1, 0x82, 3}, "1 2 sound:0 3 1");
    expect_window({version}, kLoop, {0x81, 0x78, 2}, "1 sound:0 sound:0 2");
    expect_window({version}, kLoop, {0x84}, "4 sound:0 4 sound:0");
    expect_window({version}, WindowMode::once, {0x81, 0x7C}, "1 stuck:0 -");
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
