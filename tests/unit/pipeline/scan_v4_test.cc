// Tests of containers that only version 4 has (SCUMM.md §1 "Version 4").

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/version.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tests/unit/pipeline/v4_game.h"

namespace wardrobe {
namespace {

using Errors = std::vector<std::string>;

constexpr size_t kHeader = header_size(BlockStyle::size_first);

/// Returns the position of the n-th block of this name. Its letters may also occur in a costume's
/// pixels; the sizes of costumes in the test game prevent that.
size_t block_at(const std::vector<uint8_t>& file, std::string_view name, size_t n = 0) {
  return find_block(file, name, n) - 4;
}

TestGame game_without_palettes(size_t rooms_without) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v4);
  for (size_t i = 0; i < rooms_without; ++i) rooms[i].palettes = {};
  return test_game(rooms, Version::v4);
}

TEST(ScanV4, SaysWhyItIsVersion4) {
  for (const bool with_index : {true, false}) {
    const ScannedGame scanned = scan_game(test_game(Version::v4), with_index);
    EXPECT_EQ(scanned.game.version[0], Version::v4);
    EXPECT_EQ(text_at(scanned.game.evidence_offset, scanned.game.evidence, 0),
              "block headers of 6 bytes");
  }
}

TEST(ScanV4, KnowsWhereBlocksAndPayloadsStart) {
  const TestGame game = test_game(Version::v4);
  const ScannedGame scanned = scan_game(game);
  for (size_t i = 0; i < 4; ++i) {
    const size_t at = block_at(game.files.disks[0], "CO", i);
    EXPECT_EQ(scanned.blocks.offset[i], at);
    EXPECT_EQ(scanned.blocks.payload[i], at + kHeader);
    EXPECT_EQ(scanned.blocks.size[i], scanned.payload(i).size() + kHeader);
  }
}

TEST(ScanV4, GivesAllRoomsTheColoursOfEgaIfNoneHasAPalette) {
  const ScannedGame scanned = scan_game(game_without_palettes(2));
  EXPECT_EQ(scanned.palettes.room, (Column<uint32_t>{0, 1}));
  EXPECT_EQ(scanned.palettes.number, (Column<uint16_t>{0, 0}));
  EXPECT_EQ(scanned.palettes.rgb_offset, (Offsets{0, 48, 96}));
  const Bytes second = elements_at(scanned.palettes.rgb_offset, scanned.palettes.rgb, 1);
  EXPECT_TRUE(std::ranges::equal(second, ega_palette().rgb));
}

TEST(ScanV4, GivesARoomWithoutAPaletteNoneIfAnotherHasOne) {
  const ScannedGame scanned = scan_game(game_without_palettes(1));
  EXPECT_EQ(scanned.palettes.room, (Column<uint32_t>{1}));
  EXPECT_EQ(scanned.palettes.rgb_offset, (Offsets{0, 768}));
}

TEST(ScanV4, TakesARoomFromTheDiskThatTheIndexNames) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v4);
  rooms[1].disk = 2;
  TestGame game = test_game(rooms, Version::v4);
  game.files.disks[0] = game.files.disks[1];  // room 7 on both disks
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{7, 7}));
  EXPECT_EQ(scanned.rooms.source, (std::vector<uint32_t>{2, 1})) << "the index's one is first";
  EXPECT_EQ(scanned.palettes.room, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{0, 0, 3, 0}));
  EXPECT_EQ(scanned.game.index_no_room[0], 3u) << "ids 1, 2 and 9 in room 3";
}

TEST(ScanV4, NumbersRoomsThatFoDoesNotName) {
  TestGame game = test_game(Version::v4);
  std::vector<uint8_t>& disk = game.files.disks[0];
  disk[block_at(disk, "FO") + kHeader] = 0;
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_TRUE(scanned.failures.costume.empty());
}

TEST(ScanV4, ReportsAnLeThatIsNotAsLargeAsItsFile) {
  TestGame game = test_game(Version::v4);
  ByteWriter(game.files.disks[0]).patch_u32(0, 0xFFFFFF);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  ASSERT_EQ(scanned.failures.costume.size(), 1u);
  EXPECT_EQ(errors_of(scanned.failures)[0],
            "LE claims 16777215 bytes; the file has " + std::to_string(game.files.disks[0].size()));
}

TEST(ScanV4, TakesAnRoBehindTheRoomForMusic) {
  const TestGame game = v4_game({{3, 1, {{"RO", no_blocks(60), 1}, costume_part(1)}},
                                 {7, 1, {costume_part(2), {"RO", no_blocks(60), 2}}}});
  for (const bool with_index : {true, false}) {
    const ScannedGame scanned = scan_game(game, with_index);
    EXPECT_EQ(errors_of(scanned.failures), Errors());
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
    EXPECT_EQ(scanned.blocks.room, (Column<uint32_t>{0, 1}));
  }
}

/// A real game has a sound of 33,301 bytes, followed by 20 KB that are not blocks.
TEST(ScanV4, GoesOnBehindASoundWhereTheIndexSays) {
  const std::vector<V4Part> next = {
      costume_part(2), {"SC", no_blocks(20), 5}, {"SO", no_blocks(20), 6}};
  for (const V4Part& behind : next) {
    const TestGame game = v4_game({{3,
                                    1,
                                    {costume_part(1),
                                     {"SO", no_blocks(333), 1},
                                     {"", no_blocks(205)},
                                     behind,
                                     costume_part(3),
                                     {"CO", simple_costume(4).write(Version::v4)}}},
                                   {7, 1, {costume_part(5)}}});
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(errors_of(scanned.failures), Errors());
    const bool costume = behind.tag == "CO";
    EXPECT_EQ(scanned.blocks.id, costume ? (std::vector<uint16_t>{1, 2, 3, 0, 5})
                                         : (std::vector<uint16_t>{1, 3, 0, 5}));
    EXPECT_EQ(scanned.blocks.room[scanned.blocks.count() - 2], 0u) << "in the first room";
  }
}

TEST(ScanV4, PassesOverWhatFollowsTheLastSoundOfARoom) {
  const TestGame game =
      v4_game({{3, 1, {costume_part(1), {"SO", no_blocks(33), 1}, {"", no_blocks(205)}}},
               {7, 1, {costume_part(2)}}});
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(errors_of(scanned.failures), Errors());
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2}));
  EXPECT_EQ(scan_game(game, false).failures.costume.size(), 1u) << "no index to go by";
}

TEST(ScanV4, GoesOnBehindASoundIntoWhichEntriesLead) {
  TestGame game = v4_game({{3,
                            1,
                            {{"SO", no_blocks(333), 1},
                             {"", no_blocks(205)},
                             {"CO", simple_costume(4).write(Version::v4)},
                             costume_part(1),
                             costume_part(9)}}});
  const size_t entries = block_at(game.files.index, "0C") + kHeader + 2;
  for (uint32_t id = 2; id < 8; ++id) {  // into the sound and the bytes after it
    game.files.index[entries + size_t{5} * id] = 3;
    ByteWriter(game.files.index).patch_u32(entries + size_t{5} * id + 1, 900 + 60 * id);
  }
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(errors_of(scanned.failures),
            Errors{"ids that lead to no block, in rooms that are whole: 2, 3, 4, 5, 6, 7"});
  EXPECT_EQ(scanned.game.index_no_costume[0], 6u);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 9})) << "nothing leads to the one before";
}

TEST(ScanV4, FindsCostumesThatNoIndexListsBehindIntactSounds) {
  const TestGame game = v4_game({{3,
                                  1,
                                  {{"SO", no_blocks(33), 1},
                                   {"CO", simple_costume(4).write(Version::v4)},
                                   costume_part(1)}}});
  EXPECT_EQ(scan_game(game).blocks.id, (std::vector<uint16_t>{0, 1}));
}

TEST(ScanV4, ReadsFourDisksWithoutAFailure) {
  std::vector<V4Room> rooms;
  for (uint8_t disk = 1; disk <= 4; ++disk) {
    for (uint8_t i = 0; i < 5; ++i) {
      const auto number = static_cast<uint8_t>(5 * disk + i);
      rooms.push_back({number,
                       disk,
                       {{"SC", no_blocks(30), number},
                        {"SO", no_blocks(40), number},
                        {"", no_blocks(size_t{10} * i)},
                        costume_part(number),
                        {"RO", no_blocks(50), static_cast<uint16_t>(100 + number)}}});
    }
  }
  const TestGame game = v4_game(rooms);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(errors_of(scanned.failures), Errors());
  EXPECT_EQ(scanned.rooms.number.size(), 20u);
  EXPECT_EQ(scanned.blocks.count(), 20u);
  for (uint32_t i = 0; i < 20; ++i) {
    EXPECT_EQ(scanned.blocks.id[i], scanned.rooms.number[i]);
    EXPECT_EQ(scanned.blocks.room[i], i);
    EXPECT_EQ(scanned.blocks.source[i], 1 + i / 5) << "the index, then the disks";
  }
}

/// Real costumes have such windows: the last command is a byte of the first limb's table.
TEST(ScanV4, TakesAWindowThatRunsIntoTheLimbTablesForOneFailure) {
  for (const Version version : {Version::v4, Version::v5}) {
    CostBuilder builder;
    const uint32_t first = builder.picture(4, 3, 5);
    builder.table(0, {first});
    builder.record(4, 0, {0});
    builder.window(0, WindowMode::loop, 0, 2);
    builder.end_record(5);
    std::vector<RoomDraft> rooms = two_rooms(version);
    rooms[0].costumes = {{{1}, builder.write(version)}};
    const TestGame game = test_game(rooms, version);
    const Result<Packed> packed = pack_game(game.input(), {.level = 1});
    ASSERT_TRUE(packed);
    const Tables& tables = packed->tables;
    EXPECT_EQ(errors_of(tables.failures),
              (std::vector<std::string>{"a record shows a slot past the end of the limb's table"}));
    EXPECT_EQ(tables.failures.id[0], 1);
    EXPECT_EQ(tables.failures.kind[0], FailureKind::note) << "released games have such windows";
    EXPECT_EQ(tables.timelines.flags[0], 0);
    EXPECT_NE(tables.timelines.flags[1], 0) << "a missing picture";
    EXPECT_EQ(tables.costumes.id.size(), 3u);
  }
}

}  // namespace
}  // namespace wardrobe
