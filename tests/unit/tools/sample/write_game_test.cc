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

TEST(WriteGame, PutsEachRoomOnItsDiskAndXorsAllFiles) {
  GameFiles game = write_game({room_on(1, 1), room_on(2, 3)}, Version::v6, kXorKey);
  ASSERT_EQ(game.disks.size(), 3u);
  for (const auto& [disk, costumes] : {std::pair{0, 1}, {1, 0}, {2, 1}}) {
    std::vector<uint8_t>& file = game.disks[static_cast<size_t>(disk)];
    EXPECT_EQ(detect_file(file)->xor_key, kXorKey);
    for (uint8_t& byte : file) byte ^= kXorKey;
    const std::string text(file.begin(), file.end());
    EXPECT_EQ(text.find("COST") != std::string::npos, costumes == 1) << "disk " << disk + 1;
  }
  for (uint8_t& byte : game.index) byte ^= kXorKey;
  std::vector<Error> problems;
  const GameIndex index = read_index(game.index, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(index.disk_of(1), 1u);
  EXPECT_EQ(index.disk_of(2), 3u);
  EXPECT_EQ(index.costumes.room, (std::vector<uint8_t>{0, 1, 2}));
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
