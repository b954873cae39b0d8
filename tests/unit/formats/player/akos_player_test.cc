#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;
using Versions = std::vector<Version>;

const Versions kEarly = {Version::v7, Version::v8};
const Versions kAll = {Version::v7,   Version::v8,   Version::he61,
                       Version::he70, Version::he80, Version::he100};

/// Numbers of records that face South.
constexpr unsigned south(unsigned chore) { return 4 * chore + 2; }

/// Plays codes in a window of limb 0.
void expect_codes(const Versions& versions, const Codes& codes, const std::string& ticks,
                  const std::string& what, WindowMode mode = WindowMode::program,
                  unsigned end = 0xFFFF) {
  for (const Version version : versions) {
    AkosActor actor(version);
    actor.record(kSouthOf2, {{0, mode, codes, end}});
    EXPECT_EQ(actor.play(ticks_in(ticks)), ticks) << what << ", " << facts(version).name;
  }
}

TEST(AkosPlayer, ExecutesEveryCommand) {
  // Each command follows cel 1. Cel 2 and an end come next, then cel 3, to which jumps lead.
  struct Case {
    const char* what;
    Codes command;
    std::string ticks;
    const Versions& versions = kAll;
  };
  const Versions from_he71 = {Version::he71, Version::he98};
  const Versions to_he70 = {Version::v7, Version::he61, Version::he70};
  const Case cases[] = {
      {"an empty cel", {0xC0, 0x01}, "1 - 2 -"},
      {"set", {0xC0, 0x10, 9, 0, 5}, "1 2 -"},
      {"sound", {0xC0, 0x15, 3}, "1 sound:2 2", kEarly},
      {"sound", {0xC0, 0x15, 3}, "1 sound:3 2", kHumongous},
      {"if sound of variable", {0xC0, 0x16, 9, 0, 5}, "1 2"},
      {"if no sound of variable", {0xC0, 0x17, 9, 0, 5}, "1 3"},
      {"if sound", {0xC0, 0x18, 9, 0, 5}, "1 2"},
      {"if no sound", {0xC0, 0x19, 9, 0, 5}, "1 3"},
      {"draw many", {0xC0, 0x20, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 5}, "1 45 2"},
      {"draw many, conditional", {0xC0, 0x21, 10, 0, 1, 0, 0, 0, 0, 4}, "1 4 2"},
      {"… with a move", {0xC0, 0x22, 14, 0, 9, 0, 9, 0, 1, 0, 0, 0, 0, 4}, "1 4 2"},
      {"draw many, with a move", {0xC0, 0x25, 9, 0, 9, 0, 1, 0, 0, 0, 0, 4}, "1 4 2"},
      {"goto", {0xC0, 0x30, 8, 0}, "1 3"},
      {"if variable", {0xC0, 0x31, 9, 0, 5}, "1 2"},
      {"add", {0xC0, 0x40, 9, 0, 5}, "1 2"},
      {"soft sound", {0xC0, 0x42, 4}, "1 sound:4 2"},
      {"soft sound of variable", {0xC0, 0x44, 4}, "1 sound:0 2"},
      {"a condition of any size", {0xC0, 0x45, 7, 1, 5, 9, 9}, "1 2"},
      {"script", {0xC0, 0x50, 1}, "1 2"},
      {"count", {0xC0, 0x60}, "1 counter:0 2"},
      {"first sound", {0xC0, 0x61}, "1 sound:0 2"},
      {"anim without a record", {0xC0, 0x80, 6}, "1 anim:6 2"},
      {"anim of variable", {0xC0, 0x81, 5}, "1 anim:0 2"},
      {"random", {0xC0, 0x82, 3, 0, 9, 0, 7}, "1 2"},
      {"clip", {0xC0, 0x83, 7}, "1 clip:7 2"},
      {"anim of an actor", {0xC0, 0x84, 8, 9}, "1 anim:0 2"},
      {"set an actor's variable", {0xC0, 0x85, 1, 2, 3, 0}, "1 2"},
      {"hide", {0xC0, 0x86}, "1 hide:0 - -"},
      {"offset", {0xC0, 0x87, 10, 0, 5, 0}, "1 offset:327690 2"},
      {"jump by variable", {0xC0, 0x88, 5}, "1 2"},
      {"sound control", {0xC0, 0x89, 5, 0, 0, 0, 0, 0}, "1 sound:5 2", kEarly},
      {"sound control", {0xC0, 0x89, 5, 0, 0, 0}, "1 2", kHumongous},
      {"flip", {0xC0, 0x8A, 1, 0}, "1 2"},
      {"action", {0xC0, 0x8B, 1, 2, 3, 4}, "1 2"},
      {"start script", {0xC0, 0x8C, 10}, "1 script:10 2"},
      {"sound of variable", {0xC0, 0x8D, 9}, "1 sound:0 2", from_he71},
      {"sound of variable", {0xC0, 0x8D, 9}, "1 2", to_he70},
      {"two auxiliary frames",
       {0xC0, 0x8E, 0, 0, 0xC0, 0x8E, 1, 0},
       "1 - picture:0 - picture:1 2",
       from_he71},
      {"two auxiliary frames", {0xC0, 0x8E, 0, 0, 0xC0, 0x8E, 1, 0}, "1 - - 2", to_he70},
      {"end if", {0xC0, 0x9F}, "1 2"},
      {"talkie", {0xC0, 0xA0, 0x34, 0x12}, "1 talkie:52 2"},
      {"if talking", {0xC0, 0xA1, 8, 0}, "1 2"},
      {"if not talking", {0xC0, 0xA2, 8, 0}, "1 3"},
      {"talkie of variable", {0xC0, 0xA3, 4}, "1 talkie:0 2"},
      {"if anyone talks, whose target is read as codes", {0xC0, 0xA4, 8, 9}, "1 8 9 2"},
      {"if nobody talks", {0xC0, 0xA5, 8, 0}, "1 3"},
      {"end, before others", {0xC0, 0xFF}, "1 - 2 -"},
      {"an unknown one", {0xC1, 0x23}, "1 - -"},
      {"a goto that comes back", {0xC0, 0x30, 1, 0}, "1 stuck:0 -"},
  };
  for (const Case& one : cases) {
    Codes codes = {1};
    codes.insert(codes.end(), one.command.begin(), one.command.end());
    codes.insert(codes.end(), {2, 0xC0, 0xFF, 3});
    expect_codes(one.versions, codes, one.ticks, one.what);
  }
}

TEST(AkosPlayer, ComparesSignedNumbers) {
  const std::vector<std::function<bool(int, int)>> operators = {
      std::equal_to<int>(),   std::not_equal_to<int>(), std::less<int>(),
      std::less_equal<int>(), std::greater<int>(),      std::greater_equal<int>()};
  for (size_t i = 0; i < operators.size(); ++i) {
    for (const int variable : {-5, 1, 32767}) {
      const auto low = static_cast<uint8_t>(variable);
      const auto high = static_cast<uint8_t>(variable >> 8);
      const auto jump = static_cast<uint8_t>(0x70 + i);
      const auto skip = static_cast<uint8_t>(0x90 + i);
      const std::string what = "command " + std::to_string(jump) + ' ' + std::to_string(variable);
      const bool holds = operators[i](variable, 1);
      // Cel 1; var 9 = …; jump to cel 3 or do cel 2.
      expect_codes({Version::v7},
                   {1, 0xC0, 0x10, low, high, 9, 0xC0, jump, 16, 0, 9, 1, 0, 2, 0xC0, 0xFF, 3},
                   holds ? "1 3" : "1 2", what);
      const bool does = operators[i](variable, 1);
      expect_codes({Version::v7},
                   {1, 0xC0, 0x10, low, high, 9, 0xC0, skip, 1, 0, 9, 2, 0xC0, 0x9F, 0xC0, 0x60, 3},
                   does ? "1 2 counter:0 3" : "1 counter:0 3", what);
    }
  }
}

TEST(AkosPlayer, KeepsVariables) {
  const auto play = [](const Codes& codes, const char* ticks, const char* what) {
    expect_codes(kAll, codes, ticks, what);
  };
  play({1, 0xC0, 0x10, 1, 0, 3, 2, 0xC0, 0x31, 6, 0, 3, 3}, "1 2 2 3", "if variable clears it");
  play({1, 0xC0, 0x40, 1, 0, 5, 0xC0, 0x72, 0, 0, 5, 3, 0, 2}, "1 1 1 2", "add until 3");
  play({1, 0xC0, 0x82, 3, 0, 9, 0, 7, 0xC0, 0x70, 16, 0, 7, 3, 0, 2, 3}, "1 3",
       "random: the least");
  play({1, 0xC0, 0x10, 0xFD, 0xFF, 5, 0xC0, 0x44, 5, 0xC0, 0x81, 5, 0xC0, 0xA3, 5, 2},
       "1 sound:-3 anim:-3 talkie:-3 2", "events of variables");
}

TEST(AkosPlayer, StepsThroughWindows) {
  const struct {
    const char* what;
    WindowMode mode;
    Codes codes;
    const char* ticks;
    unsigned end = 0xFFFF;
  } cases[] = {
      {"loops", WindowMode::loop, {2, 0, 1}, "2 0 1 2"},
      {"stays on its last code", WindowMode::once, {2, 0, 1}, "2 0 1 1"},
      {"stays on its first", WindowMode::frozen, {2, 0, 1}, "2 2"},
      {"codes of two bytes", WindowMode::loop, {0x80, 2, 1, 0xB0, 0}, "2 1 0 2"},
      {"a cel of 12 bits", WindowMode::loop, {0x8F, 2, 1}, "- 1 -"},
      {"an empty cel", WindowMode::loop, {0, 0xC0, 1, 1}, "0 - 1 0"},
      {"a command", WindowMode::loop, {0, 0xC0, 0x60, 1}, "0 counter:0 1 0 counter:0"},
      {"a command", WindowMode::once, {0, 0xC0, 0x60, 1}, "0 counter:0 1 1"},
      {"two",
       WindowMode::loop,
       {0, 0xC0, 0x61, 0xC0, 0x60, 1},
       "0 sound:0 counter:0 1 0 sound:0 counter:0"},
      {"one at the end", WindowMode::loop, {0, 1, 0xC0, 0x60}, "0 1 counter:0 0"},
      {"one at the start", WindowMode::loop, {0xC0, 0x60, 0, 1}, "- 0 1 counter:0 0"},
      {"operands are codes", WindowMode::loop, {0, 0xC0, 0x83, 2, 1}, "0 clip:2 2 1 0 clip:2"},
      {"a condition holds",
       WindowMode::loop,
       {0, 0xC0, 0x91, 3, 0, 5, 1, 0xC0, 0x60, 2, 0xC0, 0x9F, 4},
       "0 3 0 5 1 counter:0 2 4 0"},
      {"a condition does not hold",
       WindowMode::loop,
       {0, 0xC0, 0x90, 3, 0, 5, 1, 0xC0, 0x60, 2, 0xC0, 0x9F, 4},
       "0 4 0"},
      {"never rests", WindowMode::once, {1, 0xC0, 0x60}, "1 stuck:0 -", 1},
      {"never rests", WindowMode::loop, {0xC0, 0x60, 0xC0, 0x61}, "- stuck:0 -"},
      {"never rests, so it starts nothing", WindowMode::once, {1, 0xC0, 0x80, 3}, "1 stuck:0 -", 1},
      {"jumps out", WindowMode::once, {1, 0xC0, 0x30, 5, 0, 2, 3}, "1 2 3 3"},
  };
  for (const auto& one : cases) {
    expect_codes(kAll, one.codes, one.ticks, one.what, one.mode, one.end);
  }
  expect_codes(kEarly, {0, 1}, "0 1 -", "a program", WindowMode::unseen);
  expect_codes({Version::he70, Version::he98}, {0, 1}, "- -", "unseen", WindowMode::unseen);
}

TEST(AkosPlayer, StartsChoresOfItsOwnAtTheEndOfTheTick) {
  using Windows = std::vector<AkosBuilder::Window>;
  const auto program = [](const Codes& codes, uint8_t limb = 0) {
    return AkosBuilder::Window{limb, WindowMode::program, codes};
  };
  const auto loop = [](const Codes& codes, uint8_t limb = 0) {
    return AkosBuilder::Window{limb, WindowMode::loop, codes};
  };
  const struct {
    const char* what;
    std::vector<std::pair<unsigned, Windows>> chores;
    const char* ticks;
  } cases[] = {
      {"limb 1 goes on",
       {{2, {program({1, 0xC0, 0x80, 3, 2}), loop({5, 6}, 1)}}, {3, {loop({3, 4})}}},
       "15 anim:3 36 45 36"},
      {"of two, the last one starts first, so the first one wins",
       {{2, {program({1, 0xC0, 0x80, 3, 0xC0, 0x80, 4, 2})}},
        {3, {loop({3})}},
        {4, {loop({4}), loop({5}, 1)}}},
       "1 anim:3 anim:4 35"},
      {"init switches all limbs off",
       {{1, {loop({3})}}, {2, {loop({5}, 1), program({1, 0xC0, 0x80, 1}, 2)}}},
       "351 anim:1 3"},
      {"none once it is hidden",
       {{2,
         {program({1, 0xC0, 0x80, 3, 0xC0, 0x86, 2, 3}),
          program({5, 0xC0, 0x60, 5, 0xC0, 0x60, 5}, 1)}},
        {3, {loop({4})}}},
       "15 anim:3 hide:0 counter:0 - -"},
  };
  for (const Version version : kAll) {
    for (const auto& one : cases) {
      AkosActor actor(version);
      for (const auto& [chore, windows] : one.chores) actor.record(south(chore), windows);
      EXPECT_EQ(actor.play(ticks_in(one.ticks)), one.ticks) << one.what;
    }
  }
}

TEST(AkosPlayer, StartsWhatAVariableSaysAndNothingWithoutARecord) {
  const struct {
    Version version;
    uint16_t chore;
    const char* shown;
  } cases[] = {
      {Version::v7, 3, "3"},      {Version::v7, 7, "2"},      {Version::v7, 0xFFFF, "2"},
      {Version::v7, 1003, "3"},   {Version::v7, 58, "2"},     {Version::he61, 58, "3"},
      {Version::he98, 58, "3"},   {Version::he98, 1026, "2"}, {Version::he99, 58, "3"},
      {Version::he99, 1026, "3"}, {Version::he100, 58, "2"},  {Version::he100, 1026, "3"},
      {Version::he100, 252, "2"},  // a chore, not a stop as in a script
  };
  for (const auto& [version, chore, shown] : cases) {
    AkosActor actor(version);
    const auto low = static_cast<uint8_t>(chore);
    const auto high = static_cast<uint8_t>(chore >> 8);
    actor.record(south(2),  // var 5 = …; anim of var 5
                 {{0, WindowMode::program, {1, 0xC0, 0x10, low, high, 5, 0xC0, 0x81, 5, 2}}});
    actor.record(south(3), {{0, WindowMode::loop, {3}}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    played(player, 1);
    EXPECT_EQ(drawn(player), shown) << facts(version).name << ' ' << chore;
  }
}

TEST(AkosPlayer, RepeatsOnlyWhenItsChoresDo) {
  AkosActor actor;
  // Both records show the same codes from the same position, but with other windows.
  actor.record(south(2), {{0, WindowMode::loop, {1, 2, 3}}});
  actor.record(south(3), {{0, WindowMode::loop, {4}}});
  actor.tables().windows.start[1] = 0;
  Player player(actor.tables(), 0);
  const auto state = [&](unsigned chore) {
    begin(player, {chore, Direction::south});
    std::vector<uint16_t> values;
    player.append_state({}, values);
    return values;
  };
  EXPECT_NE(state(2), state(3));
}

TEST(AkosPlayer, MovesByTheFirstOfTwoOffsetsInATickFromHumongousGamesOn) {
  for (const Version version : kAll) {
    AkosActor actor(version);
    actor.record(south(2), {{0, WindowMode::program, {0, 0xC0, 0x87, 7, 0, 0, 0, 0}},
                            {1, WindowMode::program, {0, 0xC0, 0x87, 9, 0, 0, 0, 0}}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    played(player, 1);
    std::vector<Cel> cels;
    player.draw(cels);
    EXPECT_EQ(cels.at(0).x, version < Version::he61 ? 0 : 7);
  }
}

TEST(AkosPlayer, IsLostWhereThereIsNoCode) {
  const struct {
    const char* what;
    WindowMode mode;
    Codes codes;
    size_t ticks;
    bool lost;
  } cases[] = {
      {"not yet", WindowMode::program, {1, 2}, 2, false},
      {"runs past the end", WindowMode::program, {1, 2}, 3, true},
      {"a window past the end", WindowMode::once, {1, 2}, 3, true},
      {"jumps there", WindowMode::program, {1, 0xC0, 0x30, 90, 0}, 2, true},
      {"an unknown command", WindowMode::program, {1, 0xC1, 0x23}, 2, true},
      {"stays at the end", WindowMode::program, {1, 0xC0, 0xFF}, 9, false},
      {"jumps back", WindowMode::program, {1, 0xC0, 0x30, 0, 0}, 9, false},
  };
  for (const auto& one : cases) {
    AkosActor actor;
    actor.record(south(2), {{0, one.mode, one.codes, static_cast<unsigned>(one.codes.size() + 5)}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    played(player, one.ticks);
    EXPECT_EQ(player.lost(), one.lost) << one.what;
  }
}

TEST(AkosPlayer, FourDirectionsServeEight) {
  AkosActor actor;
  for (unsigned i = 0; i < 4; ++i) {
    actor.record(8 + i, {{0, WindowMode::loop, {static_cast<uint8_t>(i)}}});
  }
  std::string seen;
  for (unsigned angle = 0; angle < 8; ++angle) {
    seen += actor.play(1, static_cast<Direction>(angle));
  }
  EXPECT_EQ(seen, "33122203") << "N NE E SE S SW W NW";
}

TEST(AkosPlayer, AResetUndoesFlipsOffsetsHidingAndVariables) {
  AkosActor actor(Version::he80);
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x87, 9, 0, 9, 0, 0xC0, 0x8A, 1, 0, 0xC0, 0x86, 2}}});
  Player player(actor.tables(), 0);
  for (int time = 0; time < 2; ++time) {
    begin(player, {2, Direction::south});
    std::vector<uint16_t> state;
    player.append_state(Codes{5}, state);
    EXPECT_EQ(state.back(), 0);
    player.set_variable(5, 7);
    player.append_state(Codes{5}, state);
    EXPECT_EQ(state.back(), 7);
    std::vector<Cel> cels;
    player.draw(cels);
    EXPECT_EQ(cels, (std::vector<Cel>{{0, 0, 1, 1, 1, 10}}));
    std::vector<PlayerEvent> events;
    player.step(events);
    EXPECT_EQ(drawn(player), "-");
  }
}

TEST(AkosPlayer, ReportsMissingCels) {
  AkosActor actor;
  Column<EntryState>& state = actor.tables().entries.state;
  state[3] = EntryState::missing;
  state[4] = EntryState::zero_size;
  actor.tables().entries.picture[3] = actor.tables().entries.picture[4] = kNone;
  const std::pair<Codes, bool> cases[] = {
      {{2}, true},
      {{3}, false},
      {{4}, true},
      {{12}, false},  // past the table
      {{0xC0, 0x20, 1, 0, 0, 0, 0, 4}, true},
      {{0xC0, 0x20, 1, 0, 0, 0, 0, 3}, false},
      {{0xC0, 0x20, 1, 0, 0, 0, 0, 12}, false},
      {{0xC0, 0x20, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2}, false},
  };
  unsigned number = 8;
  for (const auto& [codes, is_whole] : cases) {
    actor.record(number, {{0, WindowMode::program, codes}});
    Player player(actor.tables(), 0);
    begin(player, record_key(number, 4));
    std::vector<Cel> cels;
    EXPECT_EQ(player.draw(cels), is_whole) << "record " << number++;
  }
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
