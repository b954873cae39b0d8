#include <vector>

#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "tests/formats/player/actors.h"

namespace wardrobe {
namespace {

TEST(AkosDrawing, HidesAndMovesAndFlips) {
  AkosActor hidden;
  hidden.record(kSouthOf2, {{0, WindowMode::program, {1, 0xC0, 0x86, 2}}});
  EXPECT_EQ(hidden.play(3), "1 hide:0 - -");
  AkosActor actor(Version::he61);
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x87, 100, 0, 0xFF, 0xFF, 0xC0, 0x8A, 1, 0, 2}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  player.step(events);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].value, static_cast<int32_t>(0xFFFF0064));
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels, (std::vector<Cel>{{0, 1, 2, 2, 100 - 2 - 2, 19}}))
      << "the offset moves the actor, so it is not mirrored";
  actor.tables().game.version = {Version::v7};
  Player seven(actor.tables(), 0);
  begin(seven, {2, Direction::south});
  seven.step(events);
  EXPECT_EQ(events.size(), 2u);
  seven.draw(cels);
  EXPECT_EQ(cels, (std::vector<Cel>{{0, 1, 2, 2, -2 - 2, 20}})) << "versions 7 and 8 only note it";
}

TEST(AkosDrawing, DrawsMany) {
  AkosActor actor;
  // Limb 0: cels 2 at (5, −6) and 3 at (0, 0), then a move of (10, 20). Limb 1: cel 4.
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {0xC0, 0x25, 10, 0, 20, 0, 2, 5, 0, 0xFA, 0xFF, 2, 0, 0, 0, 0, 3}},
       {1, WindowMode::loop, {4}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  std::vector<Cel> cels;
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels,
            (std::vector<Cel>{{0, 0, 2, 2, 5, -6}, {0, 0, 3, 3, 0, 0}, {1, 0, 4, 4, 14, 20}}));
  EXPECT_TRUE(player.reads().none());
}

TEST(AkosDrawing, ConditionsOfDrawManyHoldAndAreReported) {
  AkosActor actor(Version::he70);
  actor.record(kSouthOf2,
               {{0, WindowMode::program, {0xC0, 0x21, 11, 1, 0xEE, 1, 0, 0, 0, 0, 3, 5}}});
  EXPECT_EQ(actor.play(3), "3 5 -");
  EXPECT_TRUE(actor.reads()[kReadCondition]);
  EXPECT_EQ(actor.reads().count(), 1u);
}

TEST(AkosDrawing, CodecOfDrawManyDrawsNothingElse) {
  AkosActor actor(Version::he70);
  actor.tables().costumes.codec = {kAkosTrle};
  actor.record(kSouthOf2, {{0, WindowMode::program, {1, 0xC0, 0x20, 1, 0, 0, 0, 0, 3}}});
  EXPECT_EQ(actor.play(2), "- 3");
}

TEST(AkosDrawing, LaterHumongousGamesDoNotDrawMode8) {
  for (const Version version : {Version::he61, Version::he70}) {
    AkosActor actor(version);
    actor.record(kSouthOf2, {{0, WindowMode::unseen, {1, 0xC0, 0x60, 2}}});
    EXPECT_EQ(actor.play(2), version == Version::he61 ? "1 counter:0 2" : "- counter:0 -");
  }
}

TEST(AkosDrawing, EightDirectionsHaveRecordsOfTheirOwnAndOnlyWestIsFlipped) {
  AkosActor actor(Version::v7, 8);
  for (unsigned angle = 0; angle < 8; ++angle) {
    actor.record(16 + angle, {{0, WindowMode::loop, {static_cast<uint8_t>(angle)}}});
  }
  for (unsigned angle = 0; angle < 8; ++angle) {
    const auto facing = static_cast<Direction>(angle);
    EXPECT_EQ(actor.play(1, facing), std::to_string(angle));
    Player player(actor.tables(), 0);
    begin(player, {2, facing});
    std::vector<Cel> cels;
    player.draw(cels);
    EXPECT_EQ(cels[0].flip, facing == Direction::west ? 1 : 0);
  }
}

TEST(AkosDrawing, FourDirectionsServeEight) {
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

TEST(AkosDrawing, FlipsDrawManyToo) {
  AkosActor actor;
  // A cel of width 3 at (5, 6), then one of width 4 at (-7, 0), of a limb that faces West.
  actor.record(8, {{0, WindowMode::program, {0xC0, 0x20, 2, 5, 0, 6, 0, 2, 0xF9, 0xFF, 0, 0, 3}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::west});
  std::vector<Cel> cels;
  EXPECT_TRUE(player.draw(cels));
  EXPECT_EQ(cels, (std::vector<Cel>{{0, 1, 2, 2, -5 - 2, 6}, {0, 1, 3, 3, 7 - 3, 0}}));
}

TEST(AkosDrawing, AFlipInvertsTheFlipOfWest) {
  AkosActor actor;
  actor.record(8, {{0, WindowMode::program, {1, 0xC0, 0x8A, 1, 0, 2, 0xC0, 0x8A, 0, 0, 3}}});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::west});
  std::string flips;
  for (int tick = 0; tick < 3; ++tick) {
    std::vector<Cel> cels;
    std::vector<PlayerEvent> events;
    player.draw(cels);
    flips += std::to_string(cels.at(0).flip);
    player.step(events);
  }
  EXPECT_EQ(flips, "101");
}

TEST(AkosDrawing, AResetUndoesFlipsOffsetsAndHiding) {
  AkosActor actor(Version::he80);
  actor.record(
      kSouthOf2,
      {{0, WindowMode::program, {1, 0xC0, 0x87, 9, 0, 9, 0, 0xC0, 0x8A, 1, 0, 0xC0, 0x86, 2}}});
  Player player(actor.tables(), 0);
  for (int time = 0; time < 2; ++time) {
    begin(player, {2, Direction::south});
    std::vector<Cel> cels;
    player.draw(cels);
    EXPECT_EQ(cels, (std::vector<Cel>{{0, 0, 1, 1, 1, 10}}));
    std::vector<PlayerEvent> events;
    player.step(events);
    EXPECT_EQ(drawn(player), "-");
  }
}

TEST(AkosDrawing, ReportsMissingCels) {
  AkosActor actor;
  Column<EntryState>& state = actor.tables().entries.state;
  state[3] = EntryState::missing;
  state[4] = EntryState::zero_size;
  actor.tables().entries.picture[3] = actor.tables().entries.picture[4] = kNone;
  const auto complete = [&](unsigned number, const std::vector<uint8_t>& codes) {
    actor.record(number, {{0, WindowMode::program, codes}});
    Player player(actor.tables(), 0);
    begin(player, record_key(number, 4));
    std::vector<Cel> cels;
    return player.draw(cels);
  };
  EXPECT_TRUE(complete(8, {2}));
  EXPECT_FALSE(complete(9, {3}));
  EXPECT_TRUE(complete(10, {4}));
  EXPECT_FALSE(complete(11, {12})) << "past the table";
  EXPECT_TRUE(complete(12, {0xC0, 0x20, 1, 0, 0, 0, 0, 4}));
  EXPECT_FALSE(complete(13, {0xC0, 0x20, 1, 0, 0, 0, 0, 3}));
  EXPECT_FALSE(complete(14, {0xC0, 0x20, 1, 0, 0, 0, 0, 12}));
  EXPECT_FALSE(complete(15, {0xC0, 0x20, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2})) << "the first of two";
}

}  // namespace
}  // namespace wardrobe
