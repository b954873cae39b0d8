#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "formats/player/script.h"
#include "tests/formats/player/actors.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;

/// The drawing of chore 2, South, with this window: SCUMM.md §6 "Step".
std::string played(WindowMode mode, const Codes& codes, size_t ticks, Version version = Version::v7,
                   unsigned end = 0xFFFF) {
  AkosActor actor(version);
  actor.record(kSouthOf2, {{0, mode, codes, end}});
  return actor.play(ticks);
}
std::string program(const Codes& codes, size_t ticks, Version version = Version::v7) {
  return played(WindowMode::program, codes, ticks, version);
}

TEST(AkosPlayer, ModesOfPlainWindows) {
  EXPECT_EQ(played(WindowMode::loop, {1, 2, 3}, 5), "1 2 3 1 2");
  EXPECT_EQ(played(WindowMode::once, {1, 2, 3}, 5), "1 2 3 3 3");
  EXPECT_EQ(played(WindowMode::frozen, {1, 2, 3}, 3), "1 1 1");
  EXPECT_EQ(played(WindowMode::empty, {1, 2, 3}, 2), "- -");
  EXPECT_EQ(played(WindowMode::loop, {0x80, 1, 2}, 4), "1 2 1 2") << "a code of two bytes";
  EXPECT_EQ(played(WindowMode::once, {1, 0x80, 2, 3}, 5, Version::v7, 1), "1 2 2 2 2");
  EXPECT_EQ(played(WindowMode::once, {1, 0x80, 2, 3}, 5, Version::v7, 2), "1 2 3 - -")
      << "the end is jumped over";
}

TEST(AkosPlayer, ACommandInAPlainWindowIsExecutedAndShownAsNothing) {
  EXPECT_EQ(played(WindowMode::loop, {1, 0xC0, 0x60, 2}, 4), "1 counter:0 - 2 1 counter:0");
  EXPECT_EQ(played(WindowMode::loop, {1, 0xC0, 0x30, 6, 0, 2, 3}, 4, Version::v7, 6), "1 3 1 3");
}

TEST(AkosPlayer, ProgramsPassWhatTheyStandOnAndRunUntilTheyDraw) {
  EXPECT_EQ(program({1, 2, 0xC0, 0x30, 0, 0}, 4), "1 2 1 2");
  EXPECT_EQ(program({1, 0xC0, 0x60, 0xC0, 0x15, 3, 2, 0xC0, 0xFF, 3, 0xC0, 0x01, 4}, 7),
            "1 counter:0 sound:2 2 - 3 - 4 -");
  EXPECT_EQ(program({0xC0, 0x60, 1}, 3), "- 1 -") << "a command at the start is not executed";
  EXPECT_EQ(program({1, 0xC0, 0x02, 2}, 3), "1 - -") << "an unknown command is the end";
  EXPECT_EQ(program({1, 0xC0, 0x15, 3, 2}, 2, Version::he61), "1 sound:3 2")
      << "counted from 0 in HE";
}

TEST(AkosPlayer, VariablesDecide) {
  // var 5 = 7; if var 5 == 7 goto 13 (cel 3); cel 2.
  const auto branch = [](uint8_t low, uint8_t value) {
    return Codes{1, 0xC0, 0x10, 7, 0, 5, 0xC0, low, 14, 0, 5, value, 0, 2, 3};
  };
  const std::vector<std::tuple<uint8_t, uint8_t, bool>> cases = {
      {0x70, 7, true}, {0x70, 8, false}, {0x71, 8, true}, {0x71, 7, false},
      {0x72, 8, true}, {0x72, 7, false}, {0x73, 7, true}, {0x73, 6, false},
      {0x74, 6, true}, {0x74, 7, false}, {0x75, 7, true}, {0x75, 8, false}};
  for (const auto& [low, value, taken] : cases) {
    EXPECT_EQ(program(branch(low, value), 2), taken ? "1 3" : "1 2")
        << int{low} << ' ' << int{value};
  }
  EXPECT_EQ(program({1, 0xC0, 0x40, 0xFF, 0xFF, 5, 0xC0, 0x72, 15, 0, 5, 0, 0, 2, 0, 3}, 2), "1 3")
      << "0 + −1 < 0";
  EXPECT_EQ(program({1, 0xC0, 0x10, 1, 0, 5, 0xC0, 0x31, 0, 0, 5, 2}, 3), "1 1 1");
  EXPECT_EQ(program({1, 0xC0, 0x31, 0, 0, 5, 2}, 2), "1 2") << "a variable is 0 at first";
  EXPECT_EQ(program({1, 0xC0, 0x82, 4, 1, 9, 9, 5, 0xC0, 0x70, 16, 0, 5, 4, 1, 2, 3}, 2), "1 3")
      << "random numbers are the lowest";
}

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

TEST(AkosPlayer, ConditionsSkipToTheirEnd) {
  const auto condition = [](uint8_t low) { return Codes{1, 0xC0, low, 0, 0, 5, 2, 0xC0, 0x9F, 3}; };
  EXPECT_EQ(program(condition(0x90), 3), "1 2 3");
  EXPECT_EQ(program(condition(0x91), 2), "1 3");
  EXPECT_EQ(program(condition(0x92), 2), "1 3");
  EXPECT_EQ(program(condition(0x93), 2), "1 2");
  EXPECT_EQ(program(condition(0x94), 2), "1 3");
  EXPECT_EQ(program(condition(0x95), 2), "1 2");
}

TEST(AkosPlayer, ABranchOnASetVariableClearsIt) {
  // 1: var 5 = 1. 6: if var 5 goto 12. 11: cel 9. 12: cel 2. 13: if var 5 goto 11. 18: cel 3.
  EXPECT_EQ(
      program({1, 0xC0, 0x10, 1, 0, 5, 0xC0, 0x31, 12, 0, 5, 9, 2, 0xC0, 0x31, 11, 0, 5, 3}, 3),
      "1 2 3");
}

TEST(AkosPlayer, ExecutionGoesOnBehindAnEndIf) {
  EXPECT_EQ(program({1, 0xC0, 0x91, 0, 0, 5, 2, 0xC0, 0x9F, 0xC0, 0x60, 3}, 2), "1 counter:0 3");
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

TEST(AkosPlayer, ConditionsCompareWithTheirValue) {
  // var 5 = 7; do if var 5 … value: cel 2; end if; cel 3.
  const auto taken = [](uint8_t low, uint8_t value) {
    return program({1, 0xC0, 0x10, 7, 0, 5, 0xC0, low, value, 0, 5, 2, 0xC0, 0x9F, 3}, 2) == "1 2";
  };
  for (const uint8_t value : {6, 7, 8}) {
    EXPECT_EQ(taken(0x90, value), 7 == value) << int{value};
    EXPECT_EQ(taken(0x91, value), 7 != value) << int{value};
    EXPECT_EQ(taken(0x92, value), 7 < value) << int{value};
    EXPECT_EQ(taken(0x93, value), 7 <= value) << int{value};
    EXPECT_EQ(taken(0x94, value), 7 > value) << int{value};
    EXPECT_EQ(taken(0x95, value), 7 >= value) << int{value};
  }
}

TEST(AkosPlayer, NothingRunsAndNobodyTalks) {
  for (const uint8_t low : {0x16, 0x18}) {
    EXPECT_EQ(program({1, 0xC0, low, 7, 0, 9, 2, 3}, 2), "1 2") << int{low};
  }
  for (const uint8_t low : {0x17, 0x19}) {
    EXPECT_EQ(program({1, 0xC0, low, 7, 0, 9, 2, 3}, 2), "1 3") << int{low};
  }
  EXPECT_EQ(program({1, 0xC0, 0xA1, 6, 0, 2, 3}, 2), "1 2");
  EXPECT_EQ(program({1, 0xC0, 0xA2, 6, 0, 2, 3}, 2), "1 3");
  EXPECT_EQ(program({1, 0xC0, 0xA4, 6, 0, 2, 3}, 2), "1 6") << "two bytes when not taken";
  EXPECT_EQ(program({1, 0xC0, 0xA5, 6, 0, 2, 3}, 2), "1 3");
}

TEST(AkosPlayer, ReportsEvents) {
  EXPECT_EQ(
      program({1, 0xC0, 0x42, 4, 0xC0, 0x44, 5, 0xC0, 0x61, 0xC0, 0x89, 6, 0, 0, 0, 0, 0, 2}, 2),
      "1 sound:4 sound:0 sound:0 sound:6 2")
      << "C044 names a variable";
  EXPECT_EQ(program({1, 0xC0, 0x80, 9, 0xC0, 0x84, 1, 8, 0xC0, 0x8C, 7, 0xC0, 0x83, 6, 2}, 2),
            "1 anim:9 anim:0 script:7 clip:6 2");
  EXPECT_EQ(program({1, 0xC0, 0x10, 44, 1, 3, 0xC0, 0x81, 3, 0xC0, 0x8D, 3, 0xC0, 0xA3, 3, 2}, 2,
                    Version::he71),
            "1 anim:300 sound:300 talkie:300 2");
  EXPECT_EQ(program({1, 0xC0, 0xA0, 244, 1, 2}, 2), "1 talkie:244 2");
  EXPECT_EQ(program({1,    0xC0, 0x50, 1, 0xC0, 0x85, 0,    0, 0, 0, 0xC0,
                     0x8B, 0,    0,    0, 0,    0xC0, 0x45, 4, 0, 2},
                    2),
            "1 2")
      << "without effect";
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

TEST(AkosPlayer, ReportsEachVariableThatItReads) {
  const auto reads = [](const Codes& codes) {
    AkosActor actor;
    actor.record(kSouthOf2, {{0, WindowMode::program, codes}});
    actor.play(2);
    return actor.reads();
  };
  const auto only = std::bitset<kReads>().set(9);
  EXPECT_EQ(reads({1, 0xC0, 0x31, 0, 0, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x70, 0, 0, 9, 5, 0, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x81, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x88, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x44, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x84, 9, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x85, 9, 1, 1, 1, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x16, 0, 0, 9, 2}), std::bitset<kReads>(only).set(kReadSound));
  EXPECT_EQ(reads({1, 0xC0, 0x17, 0, 0, 9, 2}), std::bitset<kReads>(only).set(kReadSound));
  EXPECT_EQ(reads({1, 0xC0, 0xA3, 9, 2}), only);
  EXPECT_EQ(reads({1, 0xC0, 0x90, 0, 0, 9, 2, 0xC0, 0x9F, 2}), only);
  EXPECT_TRUE(reads({1, 0xC0, 0x10, 1, 0, 9, 2}).none());
  EXPECT_TRUE(reads({1, 0xC0, 0x40, 1, 0, 9, 2}).none());
  EXPECT_TRUE(reads({1, 0xC0, 0x60, 2}).none());
}

TEST(AkosPlayer, ReportsWhatItReads) {
  AkosActor actor;
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x70, 0, 0, 200, 9, 0, 0xC0, 0x18, 0, 0, 1, 0xC0, 0xA1, 0,
                                 0, 0xC0, 0x82, 1, 0, 2,   0, 3, 0xC0, 0x60, 2}}});
  EXPECT_EQ(actor.play(2), "1 counter:0 2");
  std::bitset<kReads> expected;
  for (const size_t read :
       {size_t{200}, size_t{kReadSound}, size_t{kReadTalking}, size_t{kReadRandom}}) {
    expected.set(read);
  }
  EXPECT_EQ(actor.reads(), expected);
}

TEST(AkosPlayer, AnInfiniteLoopOfGotosSwitchesTheLimbOff) {
  EXPECT_EQ(program({1, 0xC0, 0x30, 1, 0}, 3), "1 stuck:0 - -");
  EXPECT_EQ(program({1, 0xC0, 0x60, 0xC0, 0x30, 1, 0}, 3), "1 counter:0 stuck:0 - -");
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
