#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

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
