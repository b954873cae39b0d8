#include <gtest/gtest.h>

#include "formats/player/player.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

/// The sound of `command` in a COST of a game of that version.
int32_t sound_of(int version, uint8_t command) {
  Tables t;
  t.game.version = {static_cast<uint8_t>(version)};
  t.costumes.id = {1};
  t.costumes.mirror_west = {0};
  t.costumes.kind = {static_cast<uint8_t>(Kind::cost)};
  t.costumes.directions = {4};
  t.costumes.command = {0, command};
  t.costumes.command_offset = {0, 2};
  t.costumes.record_offset = {0, 1};
  t.costumes.table_offset = {0, 0};
  const RecordKey walk{kChoreInit, Direction::west};
  t.records.number = {static_cast<uint16_t>(record_number(walk.chore, walk.facing, 4))};
  t.records.window_offset = {0, 1};
  t.windows.limb = {0};
  t.windows.mode = {static_cast<uint8_t>(WindowMode::loop)};
  t.windows.start = {0};
  t.windows.length = {2};
  Player player(t, 0);
  player.begin(walk);
  std::vector<PlayerEvent> events;
  player.step(events);
  if (events.size() != 1 || events[0].kind != EventKind::sound) return -1;
  return events[0].value;
}

TEST(CostProgram, NumbersSoundsAsTheVersionDoes) {
  EXPECT_EQ(sound_of(kScumm5, 0x78), 0);
  for (const int version : {kScumm6, kScumm7, kScumm8}) {
    EXPECT_EQ(sound_of(version, 0x71), 0) << version;
    EXPECT_EQ(sound_of(version, 0x78), 7) << version;
  }
  for (const int version : {kHe60, kHe80}) {
    EXPECT_EQ(sound_of(version, 0x71), 7) << version;
    EXPECT_EQ(sound_of(version, 0x78), 0) << version;
  }
}

}  // namespace
}  // namespace wardrobe
