#include "formats/player.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

constexpr auto kSouth = Direction::south;
constexpr auto kWest = Direction::west;

/// Chore 1 shows cel 0 in limbs 0 to 2. Chore 2 shows cels 1, 2 and 3 facing South, and 4, 5 and 6
/// facing West. Chore 3 shows cels 7 and 8 in limbs 0 and 1, facing South or West. Chore 4 stops
/// limbs 0 and 1; chore 5 switches limbs 0 to 2 off.
CostActor three_limbs() {
  CostActor actor;
  actor.record(1, kSouth, {{0, {0}}, {1, {0}}, {2, {0}}});
  actor.record(2, kWest, {{0, {4}}, {1, {5}}, {2, {6}}});
  actor.record(2, kSouth, {{0, {1}}, {1, {2}}, {2, {3}}});
  actor.record(3, kWest, {{0, {7}}, {1, {8}}});
  actor.record(3, kSouth, {{0, {7}}, {1, {8}}});
  actor.record(4, kSouth, {{0, {0x79}}, {1, {0x79}}});
  actor.record(5, kSouth, {{0, {}}, {1, {}}, {2, {}}});
  return actor;
}

TEST(Chores, TouchTheLimbsOfTheirRecord) {
  CostActor actor = three_limbs();
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  EXPECT_EQ(drawn(player), "123");
  player.start(3);
  EXPECT_EQ(drawn(player), "783");
  player.start(60);
  EXPECT_EQ(drawn(player), "783") << "no such chore";
}

TEST(Chores, StartOnTheLimbsAskedFor) {
  CostActor actor = three_limbs();
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(3, 0b0010);
  EXPECT_EQ(drawn(player), "183");
  EXPECT_EQ(player.limb(0).chore, 2);
  EXPECT_EQ(player.limb(1).chore, 3);
  player.start(3, 0b0100);
  EXPECT_EQ(drawn(player), "183") << "chore 3 has no window for limb 2";
  EXPECT_EQ(player.limb(2).chore, 2);
  player.start(3, 0);
  EXPECT_EQ(drawn(player), "183");
  player.start(5, 0b0101);
  EXPECT_EQ(drawn(player), "8") << "limbs 0 and 2 are off";
  player.start(2, kAllLimbs);
  EXPECT_EQ(drawn(player), "123");
}

TEST(Chores, OfSomeLimbsContinueThereWhenTheActorTurns) {
  CostActor actor = three_limbs();
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(3, 0b0001);
  player.face(kWest);
  EXPECT_EQ(drawn(player), "756");
  player.start(5, 0b0010);
  EXPECT_EQ(drawn(player), "756") << "chore 5 has no record facing West";
  player.face(kSouth);
  player.start(5, 0b0010);
  EXPECT_EQ(drawn(player), "73");
  player.face(kWest);
  EXPECT_EQ(drawn(player), "76") << "limb 1 stays off: its last chore has no record facing West";
}

TEST(Chores, InitOfSomeLimbsLeavesTheOthersAlone) {
  CostActor actor = three_limbs();
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(4);
  EXPECT_EQ(drawn(player), "3") << "limbs 0 and 1 are stopped";
  player.start(1, 0b0001);
  EXPECT_EQ(drawn(player), "03");
  EXPECT_FALSE(player.limb(0).stopped);
  EXPECT_TRUE(player.limb(1).stopped);
  EXPECT_EQ(player.limb(1).chore, 2);
  player.face(kWest);
  player.start(1, 0b0100);
  EXPECT_EQ(drawn(player), "0") << "no init facing West: limb 2 is off, limb 1 still stopped";
  EXPECT_EQ(player.limb(2).chore, -1);
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

TEST(Chores, StopTheLimbsAskedFor) {
  CostActor actor = three_limbs();
  actor.record(6, kSouth, {{1, {0x7A}}});
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(4, 0b0010);
  EXPECT_EQ(drawn(player), "13");
  EXPECT_EQ(player.limb(1).chore, 2) << "the last that gave it a window";
  player.start(6);
  EXPECT_EQ(drawn(player), "123") << "goes on";
}

TEST(Chores, OfAkosStopTheLimbsAskedFor) {
  AkosActor actor;
  actor.record(10, {{0, WindowMode::loop, {1}}, {1, WindowMode::loop, {2}}});
  actor.record(14, {{0, WindowMode::stop, {}}, {1, WindowMode::stop, {}}});
  actor.record(18, {{0, WindowMode::unstop, {}}, {1, WindowMode::unstop, {}}});
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(3, 0b0001);
  EXPECT_EQ(drawn(player), "2");
  player.start(3);
  EXPECT_EQ(drawn(player), "-");
  player.start(4, 0b0010);
  EXPECT_EQ(drawn(player), "2");
}

TEST(Chores, KeepTheStopBitOfALimbThatGetsANewWindow) {
  CostActor actor = three_limbs();
  Player player(actor.tables(), 0);
  begin(player, {2, kSouth});
  player.start(4);
  player.start(3);
  EXPECT_EQ(drawn(player), "3");
  EXPECT_TRUE(player.limb(0).stopped);
  EXPECT_EQ(player.limb(0).chore, 3);

  AkosActor akos;
  akos.record(6, {{0, WindowMode::stop, {}}});
  akos.record(10, {{0, WindowMode::loop, {1}}});
  akos.record(14, {{0, WindowMode::unstop, {}}});
  Player other(akos.tables(), 0);
  begin(other, {2, kSouth});
  EXPECT_EQ(drawn(other), "-");
  other.start(3);
  EXPECT_EQ(drawn(other), "1");
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
  const auto shown = [](Player& player) {
    begin(player, {2, Direction::north});
    std::vector<PlayerEvent> events;
    player.step(events);
    std::string seen = drawn(player);
    player.face(Direction::north_east);  // With 4 directions, 0° and 45° share their records.
    seen += drawn(player);
    player.step(events);
    player.face(Direction::east);
    seen += drawn(player);
    player.face(Direction::north);
    return seen + drawn(player);
  };
  AkosActor akos;
  akos.record(11, {{0, WindowMode::loop, {1, 2, 3}}});
  Player anew(akos.tables(), 0);
  EXPECT_EQ(shown(anew), "2121") << "no record facing East: the window stays";
  CostActor cost;
  cost.record(2, Direction::north, {{0, {1, 2, 3}}});
  Player same(cost.tables(), 0);
  EXPECT_EQ(shown(same), "2233");
}

TEST(Chores, OfAkosStopAndRestartLimbsThatKeepTheirChore) {
  AkosActor actor;
  actor.record(6, {{0, WindowMode::loop, {1, 2}}, {1, WindowMode::loop, {3}}});
  actor.record(10, {{0, WindowMode::stop, {}}});
  actor.record(14, {{0, WindowMode::unstop, {}}, {1, WindowMode::off, {}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
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

TEST(Animate, OfLaterVersions) {
  AkosActor actor;
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
    std::vector<PlayerEvent> events;
    player.step(events);
    return cels.empty() ? -1 : int{cels[0].index};
  };
  EXPECT_EQ(shown(1002), 7);
  EXPECT_EQ(shown(2000), 8);
  EXPECT_EQ(shown(1005), 10);
  EXPECT_EQ(shown(255), 8);
  EXPECT_EQ(shown(3270), 3) << "faces West";
  EXPECT_EQ(shown(4180), 8) << "turns South";
  EXPECT_EQ(shown(2), 7) << "else a chore";
  EXPECT_EQ(shown(252), 7) << "neither a stop nor a chore of this costume";
}

/// The directions of an actor from the call on, tick by tick until it stays, in degrees.
std::string way_of(Player& player, Direction from, unsigned operand) {
  player.reset(from);
  std::string way = std::to_string(degrees(from));
  player.animate(operand);
  for (Direction last = from;; last = player.facing()) {
    drawn(player);
    std::vector<PlayerEvent> events;
    player.step(events);
    if (player.facing() == last) return way;
    way += ' ' + std::to_string(degrees(player.facing()));
  }
}

TEST(Animate, TakesTheDirectionInWhoseSectorAnAngleIs) {
  using Cases = std::vector<std::pair<unsigned, unsigned>>;
  const auto check = [](unsigned directions, const Cases& cases) {
    AkosActor actor(Version::v7, directions);
    Player player(actor.tables(), 0);
    for (const auto& [angle, direction] : cases) {
      player.reset(Direction::south_west);
      player.animate(3000 + angle);
      EXPECT_EQ(degrees(player.facing()), direction) << angle;
      const std::string way = way_of(player, Direction::south_west, 4000 + angle);
      EXPECT_EQ(way.substr(way.rfind(' ') + 1), std::to_string(direction)) << angle;
    }
  };
  check(8, {{0, 0},     {21, 0},    {22, 45},   {72, 45},   {73, 90},   {107, 90},  {108, 135},
            {157, 135}, {158, 180}, {202, 180}, {203, 225}, {252, 225}, {253, 270}, {287, 270},
            {288, 315}, {337, 315}, {338, 0},   {359, 0},   {360, 0},   {999, 270}});
  check(4, {{0, 0},
            {70, 0},
            {71, 90},
            {109, 90},
            {110, 180},
            {251, 180},
            {252, 270},
            {289, 270},
            {290, 0},
            {359, 0}});
}

TEST(Animate, TurnsByOneDirectionATickInVersions7And8) {
  for (const Version version : {Version::v7, Version::v8}) {
    AkosActor actor(version, 8);
    Player player(actor.tables(), 0);
    EXPECT_EQ(way_of(player, Direction::north, 4180), "0 45 90 135 180");
    EXPECT_EQ(way_of(player, Direction::south, 4000), "180 135 90 45 0");
    EXPECT_EQ(way_of(player, Direction::east, 4270), "90 135 180 225 270");
    EXPECT_EQ(way_of(player, Direction::west, 4090), "270 225 180 135 90");
    EXPECT_EQ(way_of(player, Direction::south_west, 4045), "225 180 135 90 45");
    EXPECT_EQ(way_of(player, Direction::north_west, 4090), "315 0 45 90");
    EXPECT_EQ(way_of(player, Direction::east, 4315), "90 45 0 315");
    AkosActor four(version, 4);
    Player other(four.tables(), 0);
    EXPECT_EQ(way_of(other, Direction::north, 4180), "0 90 180");
    EXPECT_EQ(way_of(other, Direction::south, 4000), "180 90 0");
    EXPECT_EQ(way_of(other, Direction::west, 4090), "270 180 90");
    EXPECT_EQ(way_of(other, Direction::south_west, 4000), "225 90 0") << "225° counts as South";
  }
}

TEST(Animate, OfATurnIsStoppedOrReplacedByAnotherOne) {
  CostActor actor;
  Player player(actor.tables(), 0);
  std::vector<PlayerEvent> events;
  player.reset(Direction::north);
  player.animate(246);
  player.animate(245);
  EXPECT_EQ(drawn(player), "-");
  EXPECT_EQ(player.facing(), Direction::east) << "the last one counts";
  player.reset(Direction::north);
  player.animate(246);
  drawn(player);
  drawn(player);
  EXPECT_EQ(player.facing(), Direction::west) << "once a tick";
  player.animate(252);
  player.step(events);
  drawn(player);
  EXPECT_EQ(player.facing(), Direction::west) << "stopped";
  player.reset(Direction::north);
  player.animate(246);
  player.step(events);
  EXPECT_EQ(player.facing(), Direction::west) << "without being drawn";
}

TEST(Player, StartsWithInitUnlessItIsStartedOrUnwanted) {
  CostActor actor;
  actor.record(1, Direction::west, {{0, {1}}});
  actor.record(1, kSouth, {{0, {2}}, {1, {2}}});
  actor.record(2, kSouth, {{1, {3}}});
  Player player(actor.tables(), 0);
  player.start(2, 0);
  EXPECT_EQ(drawn(player), "22");
  player.start(2);
  EXPECT_EQ(drawn(player), "23") << "only once";
  player.reset(kSouth, false);
  player.start(2);
  EXPECT_EQ(drawn(player), "3");
  player.reset(kSouth);
  player.start(1, 0b10);
  EXPECT_EQ(drawn(player), "2") << "init itself, on one limb";
  player.reset(kSouth);
  player.face(Direction::west);
  EXPECT_EQ(drawn(player), "-");
  player.animate(252);
  EXPECT_EQ(drawn(player), "1") << "init to the West, although stand has no record";
}

TEST(Animate, TurnsTheShorterWayRound90DegreesATick) {
  CostActor cost;
  AkosActor akos(Version::he72);
  for (const TablesView& tables : {TablesView(cost.tables()), TablesView(akos.tables())}) {
    Player player(tables, 0);
    EXPECT_EQ(way_of(player, Direction::east, 244), "90 180 270");
    EXPECT_EQ(way_of(player, Direction::west, 245), "270 180 90");
    EXPECT_EQ(way_of(player, Direction::north, 246), "0 270 180");
    EXPECT_EQ(way_of(player, Direction::south, 247), "180 90 0");
    EXPECT_EQ(way_of(player, Direction::south, 244), "180 270");
    EXPECT_EQ(way_of(player, Direction::north_east, 246), "45 270 180") << "45° counts as North";
    player.reset(Direction::south);
    player.animate(248);
    EXPECT_EQ(player.facing(), Direction::west) << "faces West at once";
  }
}

TEST(Animate, OfVersions5And6) {
  CostActor actor;
  for (unsigned chore = 1; chore <= 6; ++chore) {
    actor.record(chore, kSouth, {{0, {static_cast<uint8_t>(chore)}}});
  }
  actor.record(61, kSouth, {{0, {7}}});
  Player player(actor.tables(), 0);
  player.reset(kSouth);
  const auto shown = [&](unsigned operand) {
    player.animate(operand);
    return drawn(player);
  };
  for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(shown(56 + i), std::to_string(1 + i));
  EXPECT_EQ(shown(6), "6");
  EXPECT_EQ(shown(61), "7") << "only five operands stand for named chores";
  for (unsigned operand = 252; operand < 256; ++operand) {
    EXPECT_EQ(shown(6), "6");
    EXPECT_EQ(shown(operand), "3") << operand;
  }
  EXPECT_EQ(shown(6), "6");
  EXPECT_EQ(shown(256), "6") << "chore 256 does not exist";
}

}  // namespace
}  // namespace wardrobe
