#include "tools/sample/write_game.h"

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/version.h"

namespace wardrobe {
namespace {

RoomDraft room_on(uint8_t number, uint8_t disk) {
  RoomDraft room;
  room.number = number;
  room.disk = disk;
  room.palettes.add(std::vector<uint8_t>(768));
  room.costumes.push_back({{number}, {1, 2, 3}});
  return room;
}

TEST(WriteGame, LeavesTheIndexOfVersion4Plain) {
  const GameFiles game = write_game({room_on(1, 1), room_on(2, 2)}, Version::v4, kXorKey);
  EXPECT_EQ(detect_file(game.index)->xor_key, 0);
  EXPECT_EQ(detect_file(game.index)->style, BlockStyle::size_first);
  ASSERT_EQ(game.disks.size(), 2u);
  for (const auto& disk : game.disks) EXPECT_EQ(detect_file(disk)->xor_key, kXorKey);
}

}  // namespace
}  // namespace wardrobe
