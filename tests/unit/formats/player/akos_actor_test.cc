#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;

/// Numbers of records that face South.
constexpr unsigned south(unsigned chore) { return 4 * chore + 2; }

TEST(AkosActor, StartsAChoreOfItsOwnAtTheEndOfTheTick) {
  for (const Version version : {Version::v7, Version::v8, Version::he61, Version::he99}) {
    AkosActor actor(version);
    // Limb 0: cel 1, then chore 3 and cel 2. Limb 1 goes on. Chore 3: limb 0 shows cels 3 and 4.
    actor.record(south(2),
                 {{0, WindowMode::program, {1, 0xC0, 0x80, 3, 2}}, {1, WindowMode::loop, {5, 6}}});
    actor.record(south(3), {{0, WindowMode::loop, {3, 4}}});
    EXPECT_EQ(actor.play(4), "15 anim:3 36 45 36") << facts(version).name;
  }
}

TEST(AkosActor, TakesTheFirstOfTwoStartsInATick) {
  AkosActor actor;
  // The last one that is noted starts first, so the first one wins where both set a limb.
  actor.record(south(2), {{0, WindowMode::program, {1, 0xC0, 0x80, 3, 0xC0, 0x80, 4, 2}}});
  actor.record(south(3), {{0, WindowMode::loop, {3}}});
  actor.record(south(4), {{0, WindowMode::loop, {4}}, {1, WindowMode::loop, {5}}});
  EXPECT_EQ(actor.play(2), "1 anim:3 anim:4 35");
}

TEST(AkosActor, StartsInitWithAllLimbsOff) {
  AkosActor actor;
  actor.record(south(1), {{0, WindowMode::loop, {3}}});
  actor.record(south(2),
               {{1, WindowMode::loop, {5}}, {2, WindowMode::program, {1, 0xC0, 0x80, 1}}});
  EXPECT_EQ(actor.play(2), "351 anim:1 3");
}

TEST(AkosActor, StartsWhatAVariableSaysAndNothingWithoutARecord) {
  // var 5 = …; C081 5; cel 2.
  const auto play = [](Version version, uint16_t chore) {
    AkosActor actor(version);
    const auto low = static_cast<uint8_t>(chore);
    const auto high = static_cast<uint8_t>(chore >> 8);
    actor.record(south(2),
                 {{0, WindowMode::program, {1, 0xC0, 0x10, low, high, 5, 0xC0, 0x81, 5, 2}}});
    actor.record(south(3), {{0, WindowMode::loop, {3}}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    played(player, 1);
    return drawn(player);
  };
  EXPECT_EQ(play(Version::v7, 3), "3");
  EXPECT_EQ(play(Version::v7, 7), "2");
  EXPECT_EQ(play(Version::v7, 0xFFFF), "2");
  EXPECT_EQ(play(Version::v7, 1003), "3") << "stand";
  EXPECT_EQ(play(Version::v7, 58), "2");
  EXPECT_EQ(play(Version::he61, 58), "3");
  EXPECT_EQ(play(Version::he98, 58), "3");
  EXPECT_EQ(play(Version::he98, 1026), "2");
  EXPECT_EQ(play(Version::he99, 58), "3") << "may be HE 100";
  EXPECT_EQ(play(Version::he99, 1026), "3");
  EXPECT_EQ(play(Version::he100, 58), "2");
  EXPECT_EQ(play(Version::he100, 1026), "3");
  EXPECT_EQ(play(Version::he100, 252), "2") << "a chore, not a stop as in a script";
}

TEST(AkosActor, RepeatsOnlyWhenItsChoresDo) {
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

TEST(AkosActor, IsNotSteppedOnceItIsHidden) {
  AkosActor actor(Version::he80);
  // Hides and starts chore 3; limb 1 counts.
  actor.record(south(2), {{0, WindowMode::program, {1, 0xC0, 0x80, 3, 0xC0, 0x86, 2, 3}},
                          {1, WindowMode::program, {5, 0xC0, 0x60, 5, 0xC0, 0x60, 5}}});
  actor.record(south(3), {{0, WindowMode::loop, {4}}});
  EXPECT_EQ(actor.play(3), "15 anim:3 hide:0 counter:0 - -");
}

TEST(AkosActor, MovesByTheFirstOfTwoOffsetsInATick) {
  AkosActor actor(Version::he80);
  actor.record(south(2), {{0, WindowMode::program, {0, 0xC0, 0x87, 7, 0, 0, 0, 0}},
                          {1, WindowMode::program, {0, 0xC0, 0x87, 9, 0, 0, 0, 0}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  played(player, 1);
  std::vector<Cel> cels;
  player.draw(cels);
  EXPECT_EQ(cels.at(0).x, 7);
}

TEST(AkosActor, IsLostWhereThereIsNoCode) {
  const auto lost = [](WindowMode mode, const Codes& codes, size_t ticks) {
    AkosActor actor;
    actor.record(south(2), {{0, mode, codes, static_cast<unsigned>(codes.size() + 5)}});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    played(player, ticks);
    return player.lost();
  };
  EXPECT_FALSE(lost(WindowMode::program, {1, 2}, 2));
  EXPECT_TRUE(lost(WindowMode::program, {1, 2}, 3)) << "runs past the end";
  EXPECT_TRUE(lost(WindowMode::once, {1, 2}, 3));
  EXPECT_TRUE(lost(WindowMode::program, {1, 0xC0, 0x30, 90, 0}, 2)) << "jumps there";
  EXPECT_TRUE(lost(WindowMode::program, {1, 0xC1, 0x23}, 2)) << "an unknown command";
  EXPECT_FALSE(lost(WindowMode::program, {1, 0xC0, 0xFF}, 9)) << "stays at the end";
  EXPECT_FALSE(lost(WindowMode::program, {1, 0xC0, 0x30, 0, 0}, 9));
}

}  // namespace
}  // namespace wardrobe
