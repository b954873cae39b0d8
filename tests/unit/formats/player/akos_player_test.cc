#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "formats/script.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

// tests/play plays every mode and command by hand; these are what archives do not show.

TEST(AkosPlayer, VariablesCanBeSetUntilTheReset) {
  AkosActor actor(Version::v7);  // if var 5 == 7 goto 9 (cel 3); cel 2.
  actor.record(kSouthOf2, {{0, WindowMode::program, {1, 0xC0, 0x70, 9, 0, 5, 7, 0, 2, 3}, 0xFFFF}});
  const TablesView& tables = actor.tables();
  const auto shown = [&](std::string_view script) {
    const Result<Script> parsed = parse_script(script, Version::v7);
    EXPECT_TRUE(parsed) << parsed.error().message;
    std::string cels;
    const Trace trace = *play_script(tables, 0, *parsed);
    for (const Cel& cel : trace.cels) cels += std::to_string(cel.index) + ' ';
    return cels;
  };
  EXPECT_EQ(shown("0 walk S\n2 end"), "1 2 ");
  EXPECT_EQ(shown("0 variable 5 7\n0 walk S\n2 end"), "1 3 ");
  EXPECT_EQ(shown("0 variable 5 -7\n0 walk S\n2 end"), "1 2 ");
  EXPECT_EQ(shown("0 variable 4 7\n0 walk S\n2 end"), "1 2 ");
  Player player(tables, 0);
  const auto five = [&] {
    std::vector<uint16_t> state;
    player.append_state(std::vector<uint8_t>{5}, state);
    return state.back();
  };
  player.set_variable(5, 7);
  EXPECT_EQ(five(), 7);
  player.reset(Direction::south);
  EXPECT_EQ(five(), 0);
}

TEST(AkosPlayer, ExecutionGoesOnBehindAnEndIf) {
  AkosActor actor;
  const std::vector<uint8_t> codes = {1, 0xC0, 0x91, 0, 0, 5, 2, 0xC0, 0x9F, 0xC0, 0x60, 3};
  actor.record(kSouthOf2, {{0, WindowMode::program, codes}});
  EXPECT_EQ(actor.play(2), "1 counter:0 3");
}

TEST(AkosPlayer, MeasuresItsWork) {
  AkosActor actor;
  // A draw many of two items, count, goto 0.
  actor.record(kSouthOf2,
               {{0,
                 WindowMode::program,
                 {0xC0, 0x20, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0xC0, 0x60, 0xC0, 0x30, 0, 0}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  EXPECT_EQ(player.executed(), 0u);
  EXPECT_EQ(drawn(player), "12");
  EXPECT_EQ(player.executed(), 2u);
  std::vector<PlayerEvent> events;
  player.step(events);
  EXPECT_EQ(player.executed(), 2u + 2 + 2) << "passed over two items, executed two commands";
}

TEST(AkosPlayer, JumpsByVariable) {
  AkosActor actor;
  actor.tables().costumes.jump = {11, 10};
  actor.record(kSouthOf2,
               {{0, WindowMode::program, {1, 0xC0, 0x10, 1, 0, 4, 0xC0, 0x88, 4, 2, 3, 4}}});
  EXPECT_EQ(actor.play(2), "1 4");
  actor.tables().costumes.command[3] = 3;
  EXPECT_EQ(actor.play(2), "1 2") << "there is no third place";
  actor.tables().costumes.command[3] = 0;
  EXPECT_EQ(actor.play(2), "1 2");
}

TEST(AkosPlayer, AStartBehindTheCodesIsAnEmptyLimb) {
  AkosActor actor;
  actor.record(kSouthOf2, {{0, WindowMode::loop, {1, 2}}, {1, WindowMode::loop, {3}}});
  actor.tables().windows.start[1] = 3;
  EXPECT_EQ(actor.play(2), "1 2");
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  EXPECT_TRUE(contains(player.on(), 0));
  EXPECT_FALSE(contains(player.on(), 1));
}

}  // namespace
}  // namespace wardrobe
