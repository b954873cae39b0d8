#include "pipeline/scan.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/scumm/block.h"
#include "tests/pipeline/test_game.h"

namespace wardrobe {
namespace {

Scanned scan_game(const TestGame& game, bool with_index = true) {
  Scanned scanned;
  const Status status = scan(game.input(with_index), 0, scanned);
  EXPECT_TRUE(status) << status.error().message;
  return scanned;
}

std::vector<std::string> errors_of(const Failures& failures) {
  std::vector<std::string> errors;
  for (size_t i = 0; i < failures.costume.size(); ++i) {
    errors.emplace_back(text_at(failures.error_offset, failures.error, i));
  }
  return errors;
}

TEST(Scan, FindsRoomsPalettesCostumesIdsAndAliases) {
  for (const int version : {5, 6}) {
    const Scanned scanned = scan_game(test_game(version));
    EXPECT_EQ(scanned.game.version[0], version);
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
    EXPECT_EQ(text_at(scanned.rooms.name_offset, scanned.rooms.name, 1), "tower");
    EXPECT_EQ(scanned.palettes.room, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
    EXPECT_EQ(scanned.blocks.alias, (std::vector<uint16_t>{9}));
    EXPECT_EQ(scanned.blocks.alias_offset, (std::vector<uint32_t>{0, 0, 1, 1, 1}));
    EXPECT_EQ(scanned.blocks.room, (std::vector<uint32_t>{0, 0, 1, 1}));
    EXPECT_TRUE(std::ranges::equal(scanned.payload(2), simple_costume(3).write(version)));
    EXPECT_EQ(scanned.game.index_entries[0], 9u);
    EXPECT_EQ(scanned.game.index_unused[0], 5u);
    EXPECT_TRUE(scanned.failures.costume.empty());
  }
}

TEST(Scan, ReadsAResourceFileWithoutAnIndex) {
  for (const int version : {5, 6}) {
    const Scanned scanned = scan_game(test_game(version), false);
    EXPECT_EQ(scanned.game.version[0], version) << "told by the kind of palette";
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{0, 0, 0, 0}));
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
  }
}

TEST(Scan, CountsIndexEntriesThatLeadNowhere) {
  TestGame game = test_game(5);
  const size_t dcos = find_block(game.files.index, "DCOS");
  constexpr size_t kRooms = kBlockHeaderSize + 2;
  game.files.index[dcos + kRooms + 4] = 99;  // id 4: a room that is not there
  game.files.index[dcos + kRooms + 5] = 3;   // id 5: at the room itself
  const Scanned scanned = scan_game(game);
  EXPECT_EQ(scanned.game.index_no_room[0], 1u);
  EXPECT_EQ(scanned.game.index_no_costume[0], 1u);
  EXPECT_EQ(scanned.game.index_unused[0], 3u);
  EXPECT_EQ(scanned.blocks.count(), 4u);
  EXPECT_TRUE(scanned.failures.costume.empty()) << "no error: real games have such entries";
}

TEST(Scan, ReadsSeveralDisksAndTakesTheRoomFromTheOneThatDrooNames) {
  std::vector<RoomDraft> rooms = two_rooms(5);
  rooms[1].disk = 2;
  TestGame game{write_game(rooms, 5, 0)};
  ASSERT_EQ(game.files.disks.size(), 2u);
  const Scanned scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(scanned.blocks.source, (std::vector<uint32_t>{1, 1, 2, 2}));

  // Both rooms on both disks: ids must lead to the copy on the disk of DROO.
  rooms.push_back(rooms[0]);
  rooms[2].disk = 2;
  for (CostumeDraft& costume : rooms[2].costumes) costume.ids.clear();
  game.files = write_game(rooms, 5, 0);
  const size_t droo = find_block(game.files.index, "DROO");
  ASSERT_EQ(game.files.index[droo + kBlockHeaderSize + 2 + 3], 2) << "room 3 is on disk 2";
  const Scanned twice = scan_game(game);
  const auto with_id_1 = std::ranges::find(twice.blocks.id, uint16_t{1});
  ASSERT_NE(with_id_1, twice.blocks.id.end());
  EXPECT_EQ(twice.blocks.source[static_cast<size_t>(with_id_1 - twice.blocks.id.begin())], 2u);
}

TEST(Scan, RemovesTheXor) {
  const GameFiles files = write_game(two_rooms(6), 6, kXorKey);
  GameInput input;
  input.index = GameFile{"GAME.000", kXorKey, 0, open_memory(files.index)};
  input.resources.push_back({"GAME.001", kXorKey, 1, open_memory(files.disks[0])});
  Scanned scanned;
  ASSERT_TRUE(scan(input, 0, scanned));
  EXPECT_TRUE(std::ranges::equal(scanned.payload(0), simple_costume(1).write(6)));
}

TEST(Scan, GoesOnAtTheNextRoomBehindADamagedOne) {
  TestGame game = test_game(5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  for (const uint32_t size : {0u, 7u, 0xFFFFFFFFu}) {
    ByteWriter(disk).patch_u32_be(find_block(disk, "LFLF") + 4, size);
    const Scanned scanned = scan_game(game);
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0})) << size;
    EXPECT_EQ(scanned.failures.costume.size(), 1u) << size;
  }
}

TEST(Scan, FindsCostumesBehindADamagedBlockThroughTheIndex) {
  TestGame game = test_game(5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  ByteWriter(disk).patch_u32_be(find_block(disk, "COST") + 4, 0);
  const Scanned scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(scanned.blocks.size[0], kBlockHeaderSize) << "the damaged one has no payload";
  EXPECT_EQ(errors_of(scanned.failures),
            (std::vector<std::string>{"COST says it has 0 bytes; the 8 that are there are read"}));
}

TEST(Scan, KeepsWhatIsThereOfACutFile) {
  const TestGame whole = test_game(5);
  TestGame game = whole;
  game.files.disks[0].resize(find_block(whole.files.disks[0], "COST", 3) + 20);
  const Scanned scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.count(), 4u);
  EXPECT_EQ(scanned.payload(3).size(), 12u);
  EXPECT_FALSE(scanned.failures.costume.empty());
}

TEST(Scan, SaysWhenThereIsNothingToPack) {
  std::vector<RoomDraft> rooms = two_rooms(5);
  for (RoomDraft& room : rooms) room.costumes.clear();
  const TestGame game{write_game(rooms, 5, 0)};
  Scanned out;
  const Status none = scan(game.input(), 0, out);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "GAME.001: no costume found");
}

}  // namespace
}  // namespace wardrobe
