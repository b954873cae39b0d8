#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "tests/formats/akos/akos_builder.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;
using Window = AkosBuilder::Window;

constexpr uint16_t kCels = 12;

/// The tables of one AKOS costume. Cel n is at (n, 10 n), is n + 1 wide and moves by (1, 2).
class Actor {
 public:
  explicit Actor(int version = 7, unsigned directions = 4) {
    tables_.game.version[0] = static_cast<uint8_t>(version);
    Costumes& costumes = tables_.costumes;
    costumes.kind = {static_cast<uint8_t>(Kind::akos)};
    costumes.codec = {kAkosRle};
    costumes.mirror_west = {1};
    costumes.directions = {static_cast<uint8_t>(directions)};
    costumes.table_offset = {0, 1};
    tables_.limb_tables.limb = {kNoLimb};
    tables_.limb_tables.entry_offset = {0, kCels};
    for (uint16_t cel = 0; cel < kCels; ++cel) {
      tables_.entries.state.push_back(static_cast<uint8_t>(EntryState::picture));
      tables_.entries.picture.push_back(cel);
      tables_.entries.x.push_back(static_cast<int16_t>(cel));
      tables_.entries.y.push_back(static_cast<int16_t>(10 * cel));
      tables_.entries.xinc.push_back(1);
      tables_.entries.yinc.push_back(2);
      tables_.pictures.width.push_back(static_cast<uint16_t>(cel + 1));
    }
  }

  Tables& tables() { return tables_; }

  /// Adds a record; numbers must rise.
  void record(unsigned number, const std::vector<Window>& windows) {
    builder_.record(number, windows);
    tables_.records = builder_.tables.records;
    tables_.windows = builder_.tables.windows;
    tables_.costumes.command = builder_.tables.command;
    tables_.costumes.command_offset = {0, static_cast<uint32_t>(tables_.costumes.command.size())};
    tables_.costumes.record_offset = {0, static_cast<uint32_t>(tables_.records.number.size())};
    tables_.costumes.jump_offset = {0, static_cast<uint32_t>(tables_.costumes.jump.size())};
  }

  /// The cels of each tick of chore 2, South, "-" where there is none, and what is met between.
  std::string play(size_t ticks, Direction facing = Direction::south) {
    Player player(tables_, 0);
    player.begin({2, facing});
    std::string seen;
    std::vector<Cel> cels;
    for (size_t tick = 0; tick < ticks; ++tick) {
      player.draw(cels);
      if (tick > 0) seen += ' ';
      for (const Cel& cel : cels) seen += std::to_string(cel.index);
      if (cels.empty()) seen += '-';
      std::vector<PlayerEvent> events;
      player.step(events);
      for (const PlayerEvent& event : events) {
        seen += ' ' + std::string(event_name(event.kind)) + ':' + std::to_string(event.value);
      }
    }
    reads_ = player.reads();
    return seen;
  }
  const std::bitset<kReads>& reads() const { return reads_; }

 private:
  static std::string_view event_name(EventKind kind) {
    constexpr std::array<std::string_view, kEventKinds> kNames = {
        "count", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset"};
    return kNames[static_cast<size_t>(kind)];
  }

  Tables tables_;
  AkosBuilder builder_;
  std::bitset<kReads> reads_;
};

constexpr unsigned kSouthOf2 = 10;

/// What a window draws: SCUMM.md §6 "Step".
std::string played(WindowMode mode, const Codes& codes, size_t ticks, int version = 7,
                   unsigned end = 0xFFFF) {
  Actor actor(version);
  actor.record(kSouthOf2, {{0, mode, codes, end}});
  return actor.play(ticks);
}
std::string program(const Codes& codes, size_t ticks, int version = 7) {
  return played(WindowMode::program, codes, ticks, version);
}

TEST(AkosPlayer, ModesOfPlainWindows) {
  EXPECT_EQ(played(WindowMode::loop, {1, 2, 3}, 5), "1 2 3 1 2");
  EXPECT_EQ(played(WindowMode::once, {1, 2, 3}, 5), "1 2 3 3 3");
  EXPECT_EQ(played(WindowMode::frozen, {1, 2, 3}, 3), "1 1 1");
  EXPECT_EQ(played(WindowMode::empty, {1, 2, 3}, 2), "- -");
  EXPECT_EQ(played(WindowMode::loop, {0x80, 1, 2}, 4), "1 2 1 2") << "a code of two bytes";
  EXPECT_EQ(played(WindowMode::once, {1, 0x80, 2, 3}, 5, 7, 1), "1 2 2 2 2");
  EXPECT_EQ(played(WindowMode::once, {1, 0x80, 2, 3}, 5, 7, 2), "1 2 3 - -")
      << "the end is jumped over";
}

TEST(AkosPlayer, ACommandInAPlainWindowIsExecutedAndShownAsNothing) {
  EXPECT_EQ(played(WindowMode::loop, {1, 0xC0, 0x60, 2}, 4), "1 count:0 - 2 1 count:0");
  EXPECT_EQ(played(WindowMode::loop, {1, 0xC0, 0x30, 6, 0, 2, 3}, 4, 7, 6), "1 3 1 3");
}

TEST(AkosPlayer, ProgramsPassWhatTheyStandOnAndRunUntilTheyDraw) {
  EXPECT_EQ(program({1, 2, 0xC0, 0x30, 0, 0}, 4), "1 2 1 2");
  EXPECT_EQ(program({1, 0xC0, 0x60, 0xC0, 0x15, 3, 2, 0xC0, 0xFF, 3, 0xC0, 0x01, 4}, 7),
            "1 count:0 sound:2 2 - 3 - 4 -");
  EXPECT_EQ(program({0xC0, 0x60, 1}, 3), "- 1 -") << "a command at the start is not executed";
  EXPECT_EQ(program({1, 0xC0, 0x02, 2}, 3), "1 - -") << "an unknown command is the end";
  EXPECT_EQ(program({1, 0xC0, 0x15, 3, 2}, 2, 70), "1 sound:3 2") << "counted from 0 in HE";
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

TEST(AkosPlayer, ConditionsSkipToTheirEnd) {
  const auto condition = [](uint8_t low) { return Codes{1, 0xC0, low, 0, 0, 5, 2, 0xC0, 0x9F, 3}; };
  EXPECT_EQ(program(condition(0x90), 3), "1 2 3");
  EXPECT_EQ(program(condition(0x91), 2), "1 3");
  EXPECT_EQ(program(condition(0x92), 2), "1 3");
  EXPECT_EQ(program(condition(0x93), 2), "1 2");
  EXPECT_EQ(program(condition(0x94), 2), "1 3");
  EXPECT_EQ(program(condition(0x95), 2), "1 2");
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

TEST(AkosPlayer, EventsTellWhatIsAsked) {
  EXPECT_EQ(
      program({1, 0xC0, 0x42, 4, 0xC0, 0x44, 5, 0xC0, 0x61, 0xC0, 0x89, 6, 0, 0, 0, 0, 0, 2}, 2),
      "1 sound:4 sound:5 sound:0 sound:6 2");
  EXPECT_EQ(program({1, 0xC0, 0x80, 9, 0xC0, 0x84, 1, 8, 0xC0, 0x8C, 7, 0xC0, 0x83, 6, 2}, 2),
            "1 anim:9 anim:8 script:7 clip:6 2");
  EXPECT_EQ(program({1, 0xC0, 0x10, 44, 1, 3, 0xC0, 0x81, 3, 0xC0, 0x8D, 3, 0xC0, 0xA3, 3, 2}, 2),
            "1 anim:300 sound:300 talkie:300 2");
  EXPECT_EQ(program({1, 0xC0, 0xA0, 44, 1, 2}, 2), "1 talkie:300 2");
  EXPECT_EQ(program({1, 0xC0, 0x50, 1,    0xC0, 0x85, 0, 0,    0,    0, 0xC0, 0x8B, 0,
                     0, 0,    0,    0xC0, 0x8E, 0,    0, 0xC0, 0x45, 4, 0,    2},
                    2),
            "1 2")
      << "without effect";
}

TEST(AkosPlayer, HidesAndMovesAndFlips) {
  EXPECT_EQ(program({1, 0xC0, 0x86, 2}, 3), "1 hide:0 - -");
  Actor actor;
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x87, 100, 0, 0xFF, 0xFF, 0xC0, 0x8A, 1, 0, 2}}});
  Player player(actor.tables(), 0);
  player.begin({2, Direction::south});
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  player.step(events);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].value, static_cast<int32_t>(0xFFFF0064));
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels, (std::vector<Cel>{{0, 1, 2, 2, -102 - 2, 19}}));
}

TEST(AkosPlayer, JumpsByVariable) {
  Actor actor;
  actor.tables().costumes.jump = {11, 10};
  actor.record(kSouthOf2,
               {{0, WindowMode::program, {1, 0xC0, 0x10, 1, 0, 4, 0xC0, 0x88, 4, 2, 3, 4}}});
  EXPECT_EQ(actor.play(2), "1 4");
  actor.tables().costumes.command[3] = 3;
  EXPECT_EQ(actor.play(2), "1 2") << "there is no third place";
  actor.tables().costumes.command[3] = 0;
  EXPECT_EQ(actor.play(2), "1 2");
}

TEST(AkosPlayer, DrawsMany) {
  Actor actor;
  // Limb 0: cels 2 at (5, −6) and 3 at (0, 0), then a move of (10, 20). Limb 1: cel 4.
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {0xC0, 0x25, 10, 0, 20, 0, 2, 5, 0, 0xFA, 0xFF, 2, 0, 0, 0, 0, 3}},
       {1, WindowMode::loop, {4}}});
  Player player(actor.tables(), 0);
  player.begin({2, Direction::south});
  std::vector<Cel> cels;
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels,
            (std::vector<Cel>{{0, 0, 2, 2, 5, -6}, {0, 0, 3, 3, 0, 0}, {1, 0, 4, 4, 14, 20}}));
  EXPECT_TRUE(player.reads().none());
}

TEST(AkosPlayer, ConditionsOfDrawManyHoldAndAreTold) {
  Actor actor(70);
  actor.record(kSouthOf2,
               {{0, WindowMode::program, {0xC0, 0x21, 11, 1, 0xEE, 1, 0, 0, 0, 0, 3, 5}}});
  EXPECT_EQ(actor.play(3), "3 5 -");
  EXPECT_TRUE(actor.reads()[kReadCondition]);
  EXPECT_EQ(actor.reads().count(), 1u);
}

TEST(AkosPlayer, TellsWhatItRead) {
  Actor actor;
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x70, 0, 0, 200, 9, 0, 0xC0, 0x18, 0, 0, 1, 0xC0, 0xA1, 0,
                                 0, 0xC0, 0x82, 1, 0, 2,   0, 3, 0xC0, 0x60, 2}}});
  EXPECT_EQ(actor.play(2), "1 count:0 2");
  std::bitset<kReads> expected;
  for (const size_t read :
       {size_t{200}, size_t{kReadSound}, size_t{kReadTalking}, size_t{kReadRandom}}) {
    expected.set(read);
  }
  EXPECT_EQ(actor.reads(), expected);
}

TEST(AkosPlayer, CodecOfDrawManyDrawsNothingElse) {
  Actor actor(70);
  actor.tables().costumes.codec = {kAkosTrle};
  actor.record(kSouthOf2, {{0, WindowMode::program, {1, 0xC0, 0x20, 1, 0, 0, 0, 0, 3}}});
  EXPECT_EQ(actor.play(2), "- 3");
}

TEST(AkosPlayer, LaterHumongousGamesDoNotDrawMode8) {
  EXPECT_EQ(played(WindowMode::unseen, {1, 2}, 2, 61), "1 2");
  EXPECT_EQ(played(WindowMode::unseen, {1, 0xC0, 0x60, 2}, 2, 70), "- count:0 -");
}

TEST(AkosPlayer, AGotoRoundAndRoundIsStuckAndGone) {
  EXPECT_EQ(program({1, 0xC0, 0x30, 1, 0}, 3), "1 stuck:0 - -");
  EXPECT_EQ(program({1, 0xC0, 0x60, 0xC0, 0x30, 1, 0}, 3), "1 count:0 stuck:0 - -");
}

TEST(AkosPlayer, StopsAndRestartsLimbsAndKeepsTheirChore) {
  Actor actor;
  actor.record(6, {{0, WindowMode::loop, {1, 2}}, {1, WindowMode::loop, {3}}});
  actor.record(10, {{0, WindowMode::stop, {}}});
  actor.record(14, {{0, WindowMode::unstop, {}}, {1, WindowMode::off, {}}});
  Player player(actor.tables(), 0);
  player.begin({2, Direction::south});
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  player.draw(cels);
  ASSERT_EQ(cels.size(), 1u);
  EXPECT_EQ(cels[0].limb, 1);
  EXPECT_EQ(player.limb(0).chore, 1);
  player.step(events);
  player.start(3);
  player.draw(cels);
  ASSERT_EQ(cels.size(), 1u);
  EXPECT_EQ(cels[0].index, 2) << "it stepped unseen";
  EXPECT_EQ(player.limb(0).chore, 1);
  EXPECT_EQ(player.limb(1).chore, 3);
}

TEST(AkosPlayer, AStartBehindTheCodesIsAnEmptyLimb) {
  Actor actor;
  actor.record(kSouthOf2, {{0, WindowMode::loop, {1, 2}}, {1, WindowMode::loop, {3}}});
  actor.tables().windows.start[1] = 3;
  EXPECT_EQ(actor.play(2), "1 2");
}

TEST(AkosPlayer, EightDirectionsHaveRecordsOfTheirOwnAndOnlyWestIsFlipped) {
  Actor actor(7, 8);
  for (unsigned angle = 0; angle < 8; ++angle) {
    actor.record(16 + angle, {{0, WindowMode::loop, {static_cast<uint8_t>(angle)}}});
  }
  for (unsigned angle = 0; angle < 8; ++angle) {
    const auto facing = static_cast<Direction>(angle);
    EXPECT_EQ(actor.play(1, facing), std::to_string(angle));
    Player player(actor.tables(), 0);
    player.begin({2, facing});
    std::vector<Cel> cels;
    player.draw(cels);
    EXPECT_EQ(cels[0].flip, facing == Direction::west ? 1 : 0);
  }
}

TEST(AkosPlayer, FourDirectionsServeEight) {
  Actor actor;
  for (unsigned i = 0; i < 4; ++i) {
    actor.record(8 + i, {{0, WindowMode::loop, {static_cast<uint8_t>(i)}}});
  }
  std::string seen;
  for (unsigned angle = 0; angle < 8; ++angle) {
    seen += actor.play(1, static_cast<Direction>(angle));
  }
  EXPECT_EQ(seen, "33122203") << "N NE E SE S SW W NW";
}

TEST(AkosPlayer, AnimateOfLaterVersions) {
  Actor actor;
  for (unsigned chore = 1; chore <= 5; ++chore) {
    actor.record(4 * chore + 0, {{0, WindowMode::loop, {static_cast<uint8_t>(chore)}}});
    actor.record(4 * chore + 2, {{0, WindowMode::loop, {static_cast<uint8_t>(chore + 5)}}});
  }
  Player player(actor.tables(), 0);
  player.reset(Direction::south);
  std::vector<Cel> cels;
  const auto shown = [&](unsigned operand) {
    player.animate(operand);
    player.draw(cels);
    return cels.empty() ? -1 : int{cels[0].index};
  };
  EXPECT_EQ(shown(1002), 7);
  EXPECT_EQ(shown(2000), 8);
  EXPECT_EQ(shown(1005), 10);
  EXPECT_EQ(shown(255), 8);
  EXPECT_EQ(shown(3270), 3) << "faces West";
  EXPECT_EQ(shown(4180), 8) << "turns South at once";
  EXPECT_EQ(shown(2), 7) << "else a chore";
  EXPECT_EQ(shown(252), 7) << "252 is no stop, and chore 252 is not there";
}

}  // namespace
}  // namespace wardrobe
