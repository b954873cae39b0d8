#include "formats/player.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

constexpr auto kSouth = Direction::south;
constexpr auto kWest = Direction::west;

struct ScriptCase {
  const char* what;
  const char* script;
  const char* ticks;
};

TEST(Chores, StartStopAndTurnTheLimbsAskedFor) {
  CostActor actor;
  actor.record(1, kSouth, {{0, {0}}, {1, {0}}, {2, {0}}});
  actor.record(2, kWest, {{0, {4}}, {1, {5}}, {2, {6}}});
  actor.record(2, kSouth, {{0, {1}}, {1, {2}}, {2, {3}}});
  actor.record(3, kWest, {{0, {7}}, {1, {8}}});
  actor.record(3, kSouth, {{0, {7}}, {1, {8}}});
  actor.record(4, kSouth, {{0, {0x79}}, {1, {0x79}}});   // stops
  actor.record(5, kSouth, {{0, {}}, {1, {}}, {2, {}}});  // off
  actor.record(6, kSouth, {{1, {0x7A}}});                // goes on
  const ScriptCase cases[] = {
      {"those of the record", "0 walk S\n1 stand\n2 chore 60\n3 end", "123 783 783"},
      {"those asked for",
       "0 walk S\n1 stand limbs 1\n2 stand limbs 2\n3 chore 5 limbs 0,2\n4 walk\n5 end",
       "123 183 183 8 123"},
      {"turn with their own chore; where that has no record, they stay as they are",
       "0 walk S\n1 stand limbs 0\n1 face W\n2 chore 5 limbs 1\n3 face S\n3 chore 5 limbs 1\n"
       "4 face W\n5 end",
       "123 756 756 73 76"},
      {"init of some leaves the others stopped, or off where it has no record",
       "0 walk S\n1 chore 4\n2 init limbs 0\n3 face W\n3 init limbs 2\n4 end", "123 3 03 0"},
      {"stopped ones go on", "0 walk S\n1 chore 4 limbs 1\n2 chore 6\n3 end", "123 13 123"},
      {"a stopped limb stays so with a new window",
       "0 walk S\n1 chore 4\n2 stand\n3 chore 6\n4 end", "123 3 3 83"},
  };
  for (const ScriptCase& one : cases) {
    EXPECT_EQ(shown(actor.tables(), Version::v6, one.script), one.ticks) << one.what;
  }
}

TEST(Chores, OfAkosStopAndRestartTheLimbsAskedFor) {
  AkosActor actor;
  actor.record(4 * 6 + 2, {{0, WindowMode::loop, {1, 3}}, {1, WindowMode::loop, {2}}});
  actor.record(4 * 7 + 2, {{0, WindowMode::stop, {}}, {1, WindowMode::stop, {}}});
  actor.record(4 * 8 + 2, {{0, WindowMode::unstop, {}}, {1, WindowMode::unstop, {}}});
  actor.record(4 * 9 + 2, {{0, WindowMode::unstop, {}}, {1, WindowMode::off, {}}});
  const ScriptCase cases[] = {
      {"asked for", "0 chore 6 S\n1 chore 7 limbs 0\n2 chore 7\n3 chore 8 limbs 1\n4 end",
       "12 2 - 2"},
      {"steps unseen", "0 chore 6 S\n0 chore 7 limbs 0\n1 chore 9\n2 end", "2 3"},
      {"stays stopped with a new window", "0 chore 7 S\n1 chore 6\n2 chore 8\n3 end", "- - 32"},
  };
  for (const ScriptCase& one : cases) {
    EXPECT_EQ(shown(actor.tables(), Version::v7, one.script), one.ticks) << one.what;
  }
}

TEST(Chores, ResetTheCounterWhateverTheLimbs) {
  CostActor actor;
  actor.record(2, kSouth, {{0, {1, 0x7C, 0x71}}});
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  std::vector<PlayerEvent> events;
  player.step(events);
  EXPECT_EQ(player.counter(), 1u);
  player.start(2, 0b0010);
  EXPECT_EQ(player.counter(), 0u);
}

/// The state of a player whose programs read no other variables than these.
std::vector<uint16_t> state_of(const Player& player, const std::vector<uint8_t>& variables = {}) {
  std::vector<uint16_t> state;
  player.append_state(variables, state);
  return state;
}

TEST(State, TellsApartWhatFollowingTicksDependOn) {
  AkosActor actor;
  actor.record(10, {{0, WindowMode::program, {1, 0xC0, 0x8A, 1, 0, 0xC0, 0x30, 0, 0}}});
  actor.record(14, {{0, WindowMode::stop, {}}});
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  const std::vector<uint16_t> first = state_of(player);
  std::vector<PlayerEvent> events;
  player.step(events);
  EXPECT_EQ(player.limb(0).position, 0);
  const std::vector<uint16_t> flipped = state_of(player);
  EXPECT_NE(first, flipped);
  player.start(3);
  EXPECT_NE(state_of(player), flipped) << "stopped";
  begin(player, {2, kSouth});
  EXPECT_EQ(state_of(player), first);
  AkosActor moved(Version::he80);
  moved.record(10, {{0, WindowMode::program, {1, 0xC0, 0x87, 0, 0, 5, 0, 0xC0, 0x30, 0, 0}}});
  Player mover(moved.tables(), 0);
  begin(mover, {2, kSouth});
  const std::vector<uint16_t> before = state_of(mover);
  mover.step(events);
  EXPECT_NE(state_of(mover), before) << "further down, at the same code";
}

TEST(State, IsComparedByTheVariablesThatAreRead) {
  AkosActor actor;
  actor.record(10, {{0, WindowMode::program, {1, 0xC0, 0x40, 1, 0, 9, 0xC0, 0x30, 0, 0}}});
  Player player(actor.tables(), 0);
  Player other(actor.tables(), 0);
  begin(player, {2, kSouth});
  begin(other, {2, kSouth});
  std::vector<PlayerEvent> events;
  player.step(events);
  EXPECT_EQ(state_of(player), state_of(other));
  EXPECT_NE(state_of(player, {9}), state_of(other, {9}));
  EXPECT_EQ(state_of(player, {10}), state_of(other, {10}));
}

TEST(Direction, RestartsALimbThatShowsTheRecordAlreadyInAnAkosOnly) {
  // With 4 directions, 0° and 45° share their records. There is none facing East: windows stay.
  const std::string script = "0 walk N\n1 face 45\n2 face E\n3 face N\n4 end";
  AkosActor akos;
  akos.record(11, {{0, WindowMode::loop, {1, 2, 3}}});
  EXPECT_EQ(shown(akos.tables(), Version::v7, script), "1 1 2 1");
  CostActor cost;
  cost.record(2, Direction::north, {{0, {1, 2, 3}}});
  EXPECT_EQ(shown(cost.tables(), Version::v6, script), "1 2 3 1");
}

TEST(Animate, StartsChoresAndTurns) {
  AkosActor akos;
  CostActor cost;
  for (uint8_t chore = 1; chore <= 5; ++chore) {
    akos.record(4 * chore + 0, {{0, WindowMode::loop, {chore}}});
    akos.record(4 * chore + 2, {{0, WindowMode::loop, {static_cast<uint8_t>(chore + 5)}}});
  }
  for (uint8_t chore = 1; chore <= 6; ++chore) cost.record(chore, kSouth, {{0, {chore}}});
  cost.record(61, kSouth, {{0, {7}}});
  const auto animated = [](const TablesView& tables, Version version,
                           const std::vector<unsigned>& operands) {
    std::string script;
    for (const unsigned operand : operands) {
      const size_t tick = std::ranges::count(script, '\n');
      script += std::to_string(tick) + " animate " + std::to_string(operand) + '\n';
    }
    return shown(tables, version, script + std::to_string(operands.size()) + " end");
  };
  // Walk, stop, talk-stop, stop; to the West at once; a turn South; a chore; a chore without
  // record.
  EXPECT_EQ(animated(akos.tables(), Version::v7, {1002, 2000, 1005, 255, 3270, 4180, 2, 252}),
            "7 8 10 8 3 8 7 7");
  EXPECT_EQ(animated(cost.tables(), Version::v6, {56, 57, 58, 59, 60, 6, 61}), "1 2 3 4 5 6 7");
  EXPECT_EQ(animated(cost.tables(), Version::v6, {6, 252, 6, 253, 6, 254, 6, 255, 6, 256}),
            "6 3 6 3 6 3 6 3 6 6");
}

TEST(Animate, TakesTheDirectionInWhoseSectorAnAngleIs) {
  const struct {
    unsigned directions;
    std::vector<std::pair<unsigned, unsigned>> sectors;  // an angle and the direction
  } cases[] = {
      {8, {{0, 0},     {21, 0},    {22, 45},   {72, 45},   {73, 90},   {107, 90},  {108, 135},
           {157, 135}, {158, 180}, {202, 180}, {203, 225}, {252, 225}, {253, 270}, {287, 270},
           {288, 315}, {337, 315}, {338, 0},   {359, 0},   {360, 0},   {999, 270}}},
      {4,
       {{0, 0},
        {70, 0},
        {71, 90},
        {109, 90},
        {110, 180},
        {251, 180},
        {252, 270},
        {289, 270},
        {290, 0},
        {359, 0}}},
  };
  for (const auto& [directions, sectors] : cases) {
    AkosActor actor(Version::v7, directions);
    Player player(actor.tables(), 0);
    for (const auto& [angle, direction] : sectors) {
      player.reset(Direction::south_west);
      player.animate(3000 + angle);
      EXPECT_EQ(degrees(player.facing()), direction) << angle;
    }
  }
}

TEST(Animate, TurnsByOneDirectionATickAndWithoutBeingDrawn) {
  AkosActor akos(Version::v7, 8);
  CostActor cost;
  const auto way = [](const TablesView& tables, unsigned operand, bool draws) {
    Player player(tables, 0);
    player.reset(Direction::north);
    player.animate(operand);
    std::string seen;
    for (int tick = 0; tick < 5; ++tick) {
      if (draws) drawn(player);
      if (draws) drawn(player);  // once a tick
      std::vector<PlayerEvent> events;
      player.step(events);
      seen += std::to_string(degrees(player.facing())) + ' ';
    }
    return seen;
  };
  for (const bool draws : {true, false}) {
    EXPECT_EQ(way(akos.tables(), 4180, draws), "45 90 135 180 180 ");
    EXPECT_EQ(way(cost.tables(), 246, draws), "270 180 180 180 180 ");
  }
}

TEST(Player, StartsWithInitUnlessItIsStartedOrUnwanted) {
  CostActor actor;
  actor.record(1, Direction::west, {{0, {1}}});
  actor.record(1, kSouth, {{0, {2}}, {1, {2}}});
  actor.record(2, kSouth, {{1, {3}}});
  const ScriptCase cases[] = {
      {"once", "0 chore 60 S\n1 walk\n2 end", "22 23"},
      {"init itself, on one limb", "0 init S limbs 1\n1 end", "2"},
      {"init to the West, although stand has no record", "0 face W\n1 animate 252\n2 end", "- 1"},
  };
  for (const ScriptCase& one : cases) {
    EXPECT_EQ(shown(actor.tables(), Version::v6, one.script), one.ticks) << one.what;
  }
  Player player(actor.tables(), 0);
  player.reset(kSouth, false);
  player.start(2);
  EXPECT_EQ(drawn(player), "3");
}

}  // namespace
}  // namespace wardrobe
