#include "pipeline/scan.h"

#include <algorithm>
#include <array>
#include <memory>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "pipeline/find_game.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

constexpr std::array kVersions = {Version::v4,   Version::v5,   Version::v6,
                                  Version::v7,   Version::v8,   Version::he60,
                                  Version::he61, Version::he70, Version::he80};

std::string evidence_of(const ScannedGame& scanned) {
  return std::string(text_at(scanned.game.evidence_offset, scanned.game.evidence, 0));
}

TEST(Scan, FindsRoomsPalettesCostumesIdsAndAliases) {
  for (const Version version : kVersions) {
    const ScannedGame scanned = scan_game(test_game(version), true, version);
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7})) << facts(version).name;
    EXPECT_EQ(text_at(scanned.rooms.name_offset, scanned.rooms.name, 1), "tower");
    EXPECT_EQ(scanned.palettes.room, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(scanned.palettes.rgb_offset, (std::vector<uint32_t>{0, 768, 1536}));
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0})) << facts(version).name;
    EXPECT_EQ(scanned.blocks.alias, (std::vector<uint16_t>{9}));
    EXPECT_EQ(scanned.blocks.alias_offset, (std::vector<uint32_t>{0, 0, 1, 1, 1}));
    EXPECT_EQ(scanned.blocks.room, (std::vector<uint32_t>{0, 0, 1, 1}));
    EXPECT_TRUE(std::ranges::equal(scanned.payload(2), simple_costume(3).write(version)));
    EXPECT_EQ(scanned.game.index_entries[0], 9u);
    EXPECT_EQ(scanned.game.index_unused[0], 5u);
    EXPECT_EQ(scanned.game.index_no_costume[0] + scanned.game.index_no_room[0], 0u);
    EXPECT_TRUE(scanned.failures.costume.empty()) << errors_of(scanned.failures)[0];
  }
}

TEST(Scan, FindsAkosBesideCost) {
  for (const Version version : kVersions) {
    if (version == Version::v4) continue;
    std::vector<RoomDraft> rooms = two_rooms(version);
    rooms[0].costumes[1].kind = Kind::akos;
    const ScannedGame scanned = scan_game({write_game(rooms, version, 0)});
    EXPECT_EQ(scanned.blocks.kind, (std::vector{Kind::cost, Kind::akos, Kind::cost, Kind::cost}))
        << facts(version).name;
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0})) << facts(version).name;
  }
}

struct Told {
  Version written;
  Version version;
  const char* evidence;
};

TEST(Scan, FindsOutTheVersion) {
  const Told by_index[] = {{Version::v5, Version::v5, "MAXS has 26 bytes"},
                           {Version::v6, Version::v6, "MAXS has 38 bytes"},
                           {Version::v7, Version::v7, "MAXS has 138 bytes"},
                           {Version::v8, Version::v8, "MAXS has 176 bytes"},
                           {Version::he71, Version::he71, "the index has a DLFL: HE 70 or 71"},
                           {Version::he80, Version::he80, "RNAM has plain names: HE 80 or 85"}};
  for (const auto& [written, version, evidence] : by_index) {
    const ScannedGame scanned = scan_game(test_game(written));
    EXPECT_EQ(scanned.game.version[0], version);
    EXPECT_EQ(evidence_of(scanned), evidence);
  }
  std::vector<RoomDraft> rooms = two_rooms(Version::he61);
  rooms[1].costumes[0].kind = Kind::akos;
  const ScannedGame akos = scan_game({write_game(rooms, Version::he61, 0)});
  EXPECT_EQ(akos.game.version[0], Version::he61);
  EXPECT_EQ(evidence_of(akos), "an AKOS in a game of version 6: HE 61 or 62");
}

TEST(Scan, ReadsAResourceFileWithoutAnIndex) {
  const Told by_rooms[] = {{Version::v5, Version::v5, "a room has CLUT"},
                           {Version::v6, Version::v6, "a room has PALS"},
                           {Version::v7, Version::v7, "RMHD has 18 bytes"},
                           {Version::v8, Version::v8, "RMHD has 32 bytes"},
                           {Version::he70, Version::he80, "a room is an RMDA: HE 70 to 100"}};
  for (const auto& [written, version, evidence] : by_rooms) {
    const ScannedGame scanned = scan_game(test_game(written), false);
    EXPECT_EQ(scanned.game.version[0], version);
    EXPECT_EQ(evidence_of(scanned), evidence);
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{0, 0, 0, 0}));
    const uint16_t loff = written < Version::he70 ? 1 : 0;
    EXPECT_EQ(scanned.rooms.number,
              (std::vector<uint16_t>{uint16_t(3 * loff), uint16_t(7 * loff)}));
  }
}

TEST(Scan, TellsTheVersionByACostumeWhereRoomsDoNot) {
  for (const Version version : {Version::v5, Version::v6}) {
    TestGame game = test_game(version);
    std::vector<uint8_t>& disk = game.files.disks[0];
    for (int room = 0; room < 2; ++room) {
      disk[find_block(disk, facts(version).one_palette ? "CLUT" : "PALS")] = 'X';
    }
    const ScannedGame scanned = scan_game(game, false);
    EXPECT_EQ(scanned.game.version[0], version);
    EXPECT_NE(evidence_of(scanned).find("signature CO"), std::string::npos);
  }
}

TEST(Scan, LooksForTheSignatureInTheFirstCostumeOnly) {
  TestGame game = test_game(Version::v6);
  std::vector<uint8_t>& disk = game.files.disks[0];
  for (int room = 0; room < 2; ++room) disk[find_block(disk, "PALS")] = 'X';
  disk[find_block(disk, "COST", 3) + kBlockHeaderSize + 4] = 'X';
  EXPECT_EQ(evidence_of(scan_game(game, false)), "a COST has the signature CO");
}

TEST(Scan, BelievesWhatItIsTold) {
  const ScannedGame seven = scan_game(test_game(Version::v6), true, Version::v7);
  EXPECT_EQ(seven.game.version[0], Version::v7);
  EXPECT_EQ(evidence_of(seven), "--game 7");
  const ScannedGame he = scan_game(test_game(Version::v6), true, Version::he60);
  EXPECT_EQ(he.game.version[0], Version::he60);
  EXPECT_EQ(evidence_of(he), "--game he");
}

TEST(Scan, ReadsSeveralDisksAndTakesTheRoomFromTheOneThatDrooNames) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  rooms[1].disk = 2;
  TestGame game{write_game(rooms, Version::v5, 0)};
  ASSERT_EQ(game.files.disks.size(), 2u);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(scanned.blocks.source, (std::vector<uint32_t>{1, 1, 2, 2}));

  // With both rooms on both disks, ids must lead to the copy on the disk that DROO names.
  rooms.push_back(rooms[0]);
  rooms[2].disk = 2;
  for (CostumeDraft& costume : rooms[2].costumes) costume.ids.clear();
  game.files = write_game(rooms, Version::v5, 0);
  const size_t droo = find_block(game.files.index, "DROO");
  ASSERT_EQ(game.files.index[droo + kBlockHeaderSize + 2 + 3], 2) << "room 3 is on disk 2";
  const ScannedGame twice = scan_game(game);
  const auto with_id_1 = std::ranges::find(twice.blocks.id, uint16_t{1});
  ASSERT_NE(with_id_1, twice.blocks.id.end());
  const auto block = static_cast<size_t>(with_id_1 - twice.blocks.id.begin());
  EXPECT_EQ(twice.blocks.source[block], 2u);
  // Its copy of the room comes before the other one, which is behind all rooms.
  EXPECT_EQ(twice.rooms.number, (std::vector<uint16_t>{7, 3, 3}));
  EXPECT_EQ(twice.rooms.source, (std::vector<uint32_t>{2, 2, 1}));
  EXPECT_EQ(twice.blocks.room[block], 1u);
}

TEST(Scan, ReadsSeveralDisksOfEveryVersion) {
  for (const Version version : kVersions) {
    std::vector<RoomDraft> rooms = two_rooms(version);
    rooms[1].disk = 2;
    const TestGame game = test_game(rooms, version);
    ASSERT_EQ(game.files.disks.size(), 2u);
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0})) << facts(version).name;
    EXPECT_EQ(scanned.blocks.source, (std::vector<uint32_t>{1, 1, 2, 2}));
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
  }
}

TEST(Scan, BelievesDiskRatherThanTheDirectoryOfRooms) {
  std::vector<RoomDraft> rooms = two_rooms(Version::he80);
  rooms[1].disk = 2;
  const TestGame game{write_game(rooms, Version::he80, 0)};
  const auto rooms_wrong = [](GameIndex& index) { index.rooms.room = {0, 1, 2, 3, 4, 5, 6, 7}; };
  EXPECT_EQ(scan_game(with_index(game, Version::he80, rooms_wrong)).blocks.id,
            (std::vector<uint16_t>{1, 2, 3, 0}));
  const auto no_disk = [](GameIndex& index) { index.disk.clear(); };
  EXPECT_EQ(scan_game(with_index(game, Version::he80, no_disk)).blocks.id,
            (std::vector<uint16_t>{1, 2, 3, 0}));
  const auto other_disk = [](GameIndex& index) { index.disk[7] = 9; };
  const ScannedGame absent = scan_game(with_index(game, Version::he80, other_disk));
  EXPECT_EQ(absent.blocks.id, (std::vector<uint16_t>{1, 2, 0, 0}));
  EXPECT_EQ(absent.game.index_no_room[0], 1u);
}

TEST(Scan, TakesTheOnlyFileWhereNoDiskIsKnown) {
  const TestGame game = with_index(test_game(Version::he70), Version::he70, [](GameIndex& index) {
    index.rooms.room = {0, 0, 0, 3, 0, 0, 0, 7};  // the rooms' own numbers
  });
  EXPECT_EQ(scan_game(game).blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
}

TEST(Scan, KnowsRoomsByDlflThoughThereIsALoff) {
  constexpr uint32_t kLoffSize = kBlockHeaderSize + 1 + 5 * 2;
  TestGame game = with_index(test_game(Version::he70), Version::he70, [](GameIndex& index) {
    for (uint32_t& offset : index.room_offset) offset += offset == 0 ? 0 : kLoffSize;
  });
  game.files.disks = test_game(Version::v6).files.disks;
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t loff = find_block(disk, "LOFF") + kBlockHeaderSize;
  disk[loff + 1] = 40;
  disk[loff + 6] = 41;
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
}

TEST(Scan, TakesADlflThatNamesTheBlocksAroundRooms) {
  const TestGame game = with_index(test_game(Version::he70), Version::he70, [](GameIndex& index) {
    for (uint32_t& offset : index.room_offset) offset -= offset == 0 ? 0 : kBlockHeaderSize;
    for (uint32_t& offset : index.costumes.offset) offset += kBlockHeaderSize;
  });
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 7}));
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
}

TEST(Scan, CountsRoomsThatDlflDoesNotKnowAsAbsent) {
  for (const uint32_t offset : {0u, 0xFFFFFFFFu}) {
    const TestGame game = with_index(test_game(Version::he70), Version::he70,
                                     [&](GameIndex& index) { index.room_offset[7] = offset; });
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 0, 0})) << offset;
    EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{3, 0}));
    EXPECT_EQ(scanned.game.index_no_room[0], 1u);
  }
  const TestGame cut = with_index(test_game(Version::he70), Version::he70,
                                  [](GameIndex& index) { index.room_offset.resize(4); });
  EXPECT_EQ(scan_game(cut).blocks.id, (std::vector<uint16_t>{1, 2, 0, 0}));
}

TEST(Scan, RemovesTheXor) {
  const GameFiles files = write_game(two_rooms(Version::v6), Version::v6, kXorKey);
  GameInput input;
  input.index = GameFile{"GAME.000", kXorKey, 0, open_memory(files.index)};
  input.resources.push_back({"GAME.001", kXorKey, 1, open_memory(files.disks[0])});
  const ScannedGame scanned = *try_to_scan(input);
  EXPECT_TRUE(std::ranges::equal(scanned.payload(0), simple_costume(1).write(Version::v6)));
}

TEST(Scan, RemovesTheXorOfEachFileByItself) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  rooms[1].disk = 2;
  GameFiles files = write_game(rooms, Version::v5, 0);
  for (uint8_t& byte : files.disks[1]) byte ^= kXorKey;
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "GAME.000", files.index, IfExists::fail));
  ASSERT_TRUE(write_file(folder / "GAME.001", files.disks[0], IfExists::fail));
  ASSERT_TRUE(write_file(folder / "GAME.002", files.disks[1], IfExists::fail));
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input) << input.error().message;
  const ScannedGame scanned = *try_to_scan(*input);
  EXPECT_EQ(scanned.sources.xor_key, (std::vector<uint8_t>{0, 0, kXorKey}));
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_TRUE(std::ranges::equal(scanned.payload(1), simple_costume(2).write(Version::v5)));
  EXPECT_TRUE(std::ranges::equal(scanned.payload(2), simple_costume(3).write(Version::v5)));
}

/// A source that counts the bytes that are read.
class Counted : public ByteSource {
 public:
  Counted(Bytes bytes, size_t& count) : bytes_(bytes), count_(count) {}

  uint64_t size() const override { return bytes_.size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    count_ += out.size();
    return open_memory(bytes_)->read(offset, out);
  }

 private:
  Bytes bytes_;
  size_t& count_;
};

TEST(Scan, ReadsHeadersAndThenEachFileOnceAndHashesIt) {
  constexpr uint32_t kMore = 1 << 20;
  TestGame game = test_game(Version::v6);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t end = disk.size();
  for (size_t i = 0; i < kMore; ++i) disk.push_back(static_cast<uint8_t>(i % 251));
  for (const size_t at : {size_t{0}, find_block(disk, "LFLF", 1), find_block(disk, "COST", 3)}) {
    ByteWriter(disk).patch_u32_be(at + 4, ByteReader(disk, at + 4).u32_be() + kMore);
  }
  GameInput input = game.input();
  size_t count = 0;
  input.resources[0].bytes = std::make_unique<Counted>(disk, count);
  const ScannedGame scanned = *try_to_scan(input);
  EXPECT_TRUE(scanned.failures.costume.empty());
  EXPECT_TRUE(std::ranges::equal(scanned.payload(3).last(kMore), Bytes(disk).subspan(end)));
  EXPECT_EQ(scanned.sources.xxh64,
            (Column<uint64_t>{xxh64(game.files.index), xxh64(game.files.disks[0])}));
  EXPECT_LT(count, disk.size() + (100 << 10));
}

TEST(Scan, NamesARoomByTheFirstNameOfItsNumber) {
  const TestGame game = with_index(test_game(Version::v5), Version::v5, [](GameIndex& index) {
    index.named_room = {9, 7, 7, 3};
    index.room_name = {"none", "first", "second", "third"};
  });
  const ScannedGame scanned = scan_game(game);
  const Rooms& rooms = scanned.rooms;
  ASSERT_EQ(rooms.number, (std::vector<uint16_t>{3, 7}));
  EXPECT_EQ(text_at(rooms.name_offset, rooms.name, 0), "third");
  EXPECT_EQ(text_at(rooms.name_offset, rooms.name, 1), "first");
}

TEST(Scan, TakesNamesThatTheIndexDoesNotHaveFromTheContainer) {
  const TestGame game = with_index(test_game(Version::v5), Version::v5, [](GameIndex& index) {
    index.named_room = {7};
    index.room_name = {"tower"};
  });
  GameInput input = game.input();
  input.costume_names = {{1, "stan-skin"}, {9, "an alias"}};
  input.room_names = {{3, "bar"}, {7, "other"}};
  const Result<ScannedGame> scanned = try_to_scan(input);
  ASSERT_TRUE(scanned);
  const Rooms& rooms = scanned->rooms;
  EXPECT_EQ(text_at(rooms.name_offset, rooms.name, 0), "bar");
  EXPECT_EQ(text_at(rooms.name_offset, rooms.name, 1), "tower");
  std::vector<std::string> names;
  for (const FoundCostume& costume : scanned->found.costumes) names.push_back(costume.name);
  EXPECT_EQ(names, (std::vector<std::string>{"stan-skin", "", "", ""}));
}

TEST(Scan, SaysWhereFilesRoomsAndBlocksAre) {
  std::vector<RoomDraft> drafts = two_rooms(Version::v5);
  drafts[1].disk = 2;
  const TestGame game{write_game(drafts, Version::v5, 0)};
  const std::vector<uint8_t>& disk = game.files.disks[1];
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(text_at(scanned.sources.name_offset, scanned.sources.name, 0), "GAME.000");
  EXPECT_EQ(text_at(scanned.sources.name_offset, scanned.sources.name, 2), "GAME.002");
  EXPECT_EQ(scanned.sources.size[2], disk.size());
  EXPECT_EQ(scanned.rooms.source, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(scanned.rooms.offset[1], find_block(disk, "ROOM"));
  EXPECT_EQ(scanned.blocks.offset[3], find_block(disk, "COST", 1));
  EXPECT_EQ(scanned.blocks.size[3], simple_costume(4).write(Version::v5).size() + kBlockHeaderSize);
  EXPECT_EQ(scanned.palettes.number, (std::vector<uint16_t>{0, 0}));
  EXPECT_TRUE(std::ranges::equal(elements_at(scanned.palettes.rgb_offset, scanned.palettes.rgb, 1),
                                 grey_palette().rgb));
}

TEST(Scan, SaysWhenThereIsNothingToPack) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  for (RoomDraft& room : rooms) room.costumes.clear();
  const TestGame game{write_game(rooms, Version::v5, 0)};
  const Result<ScannedGame> none = try_to_scan(game.input());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "GAME.001: no costume found");
}

}  // namespace
}  // namespace wardrobe
