#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tests/unit/pipeline/scanned_game.h"

namespace wardrobe {
namespace {

/// Scans the game with bytes of its first disk unreadable, from `begin` to `end`, exclusive.
ScannedGame scan_bad_sectors(const TestGame& game, size_t begin, size_t end) {
  GameInput input = game.input();
  input.resources[0].bytes = std::make_unique<BadSectors>(game.files.disks[0], begin, end);
  return *try_to_scan(input);
}

struct RoomBlock {
  Version version;
  const char* name;
};

TEST(ScanDamage, ReportsEveryBlockOfARoomThatIsTooLarge) {
  for (const auto& [version, name] :
       {RoomBlock{Version::v5, "RMHD"}, RoomBlock{Version::v5, "CLUT"},
        RoomBlock{Version::v6, "RMHD"}, RoomBlock{Version::v6, "PALS"},
        RoomBlock{Version::v8, "PALS"}, RoomBlock{Version::he70, "RMHD"}}) {
    TestGame game = test_game(version);
    std::vector<uint8_t>& disk = game.files.disks[0];
    const char* const room = version == Version::he70 ? "RMDA" : "ROOM";
    const size_t at = find_block(disk, name, 1);
    const size_t room_at = find_block(disk, room, 1);
    const size_t left = room_at + ByteReader(disk, room_at + 4).u32_be() - at;
    ByteWriter(disk).patch_u32_be(at + 4, 0x100000);
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(reports_of(scanned.failures),
              (std::vector<Report>{{0, 7, 1, at,
                                    std::string(name) + " claims 1048576 bytes; " +
                                        std::to_string(left) + " are read"}}))
        << facts(version).name;
    ASSERT_EQ(scanned.failures.costume, (std::vector<uint32_t>{kNone}));
    EXPECT_EQ(scanned.failures.limb[0], kNoLimb);
    EXPECT_EQ(scanned.failures.index[0], kNoIndex);
    EXPECT_EQ(scanned.blocks.count(), 4u);
  }
}

TEST(ScanDamage, ReportsABlockThatIsSmallerThanItsHeader) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t clut = find_block(disk, "CLUT", 1);
  ByteWriter(disk).patch_u32_be(clut + 4, 3);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(reports_of(scanned.failures),
            (std::vector<Report>{{0, 7, 1, clut, "CLUT claims 3 bytes; 8 are read"},
                                 {0, 7, 1, clut + 8, "CLUT holds 0 bytes instead of 768"}}));
  EXPECT_EQ(scanned.palettes.rgb_offset, (std::vector<uint32_t>{0, 768, 768}));
}

TEST(ScanDamage, ReportsWhereInsideABlockTheDamageIs) {
  TestGame game = test_game(Version::v6);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t offs = find_block(disk, "OFFS", 1);
  disk[offs + kBlockHeaderSize] ^= 1;
  const ScannedGame scanned = scan_game(game);
  const size_t wrap = find_block(disk, "WRAP", 1);
  const std::vector<Report> reports = reports_of(scanned.failures);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(std::get<1>(reports[0]), 7u);
  EXPECT_EQ(std::get<3>(reports[0]), wrap);
}

TEST(ScanDamage, ReportsADamagedRoomAndOtherBlocksBesideCostumes) {
  for (const char* const name : {"ROOM", "COST"}) {
    TestGame game = test_game(Version::v5);
    std::vector<uint8_t>& disk = game.files.disks[0];
    const size_t at = find_block(disk, name, *name == 'R' ? 1 : 3);
    if (*name == 'C') ByteWriter(disk).patch_u32_be(at, 0x53434E45);  // "SCNE"
    ByteWriter(disk).patch_u32_be(at + 4, 0xFFFFFFFF);
    const ScannedGame scanned = scan_game(game);
    const std::vector<Report> reports = reports_of(scanned.failures);
    ASSERT_FALSE(reports.empty());
    const Report& report = reports.front();
    const bool room = *name == 'R';
    // The blocks inside a damaged ROOM are taken for blocks beside it, up to the end of the LFLF.
    EXPECT_EQ(std::get<1>(reports.back()), 7u);
    EXPECT_EQ(std::get<3>(reports.back()), at);
    EXPECT_TRUE(room || report == reports.back());
  }
}

TEST(ScanDamage, ReportsDamageOfTheWholeFileAtItsPlace) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const std::string size = std::to_string(disk.size());
  ByteWriter(disk).patch_u32_be(4, 7);
  EXPECT_EQ(reports_of(scan_game(game).failures),
            (std::vector<Report>{{0, 0, 1, 0, "LECF claims 7 bytes; the file has " + size}}));
  ByteWriter(disk).patch_u32_be(4, static_cast<uint32_t>(disk.size() + 1));
  EXPECT_EQ(scan_game(game).failures.offset, (std::vector<uint64_t>{0}));
  ByteWriter(disk).patch_u32_be(4, static_cast<uint32_t>(disk.size()));
  EXPECT_TRUE(scan_game(game).failures.costume.empty());

  const size_t lflf = find_block(disk, "LFLF", 1);
  disk[lflf] = 'X';
  EXPECT_EQ(reports_of(scan_game(game).failures),
            (std::vector<Report>{{0, 0, 1, lflf, "unexpected block XFLF between rooms"}}));
  disk[lflf] = 'L';
  ByteWriter(disk).patch_u32_be(lflf + 4, 0x100000);
  const ScannedGame scanned = scan_game(game);
  ASSERT_EQ(scanned.failures.offset, (std::vector<uint64_t>{lflf}));
}

TEST(ScanDamage, ReportsALoffThatIsCutShort) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t loff = find_block(disk, "LOFF");
  disk[loff + kBlockHeaderSize] = 9;
  EXPECT_EQ(
      reports_of(scan_game(game).failures),
      (std::vector<Report>{{0, 0, 1, loff + kBlockHeaderSize, "LOFF claims 9 rooms but holds 2"}}));
}

TEST(ScanDamage, ReportsDamageOfTheIndexAtItsPlace) {
  TestGame game = test_game(Version::v5);
  const size_t dcos = find_block(game.files.index, "DCOS");
  ByteWriter(game.files.index).patch_u32_be(dcos + 4, 0x100000);
  const ScannedGame scanned = scan_game(game);
  ASSERT_FALSE(scanned.failures.source.empty());
  EXPECT_EQ(scanned.failures.source[0], 0u);
  EXPECT_EQ(scanned.failures.offset[0], dcos);
  EXPECT_EQ(scanned.blocks.count(), 4u);
}

TEST(ScanDamage, ReportsADamagedCostumeWithItsId) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t at = find_block(disk, "COST", 3);
  ByteWriter(disk).patch_u32_be(find_block(disk, "COST", 2) + 4, 0x100000);
  const ScannedGame scanned = scan_game(game);
  const size_t damaged = find_block(disk, "COST", 2);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3}));
  EXPECT_EQ(reports_of(scanned.failures),
            (std::vector<Report>{{3, 7, 1, damaged,
                                  "COST claims 1048576 bytes; " +
                                      std::to_string(disk.size() - damaged) + " are read"}}));
  EXPECT_GT(damaged + scanned.blocks.size[2], at) << "up to the end of its LFLF";
}

TEST(ScanDamage, ACostumeThatTheIndexFindsInsideAnotherCutsIt) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t outer = find_block(disk, "COST");
  const size_t inner = find_block(disk, "COST", 1);
  ByteWriter(disk).patch_u32_be(outer + 4, static_cast<uint32_t>(inner - outer + 20));
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id[1], 2);
  EXPECT_EQ(scanned.blocks.size[0], inner - outer);
  EXPECT_EQ(scanned.blocks.offset[1], inner);
  EXPECT_EQ(scanned.blocks.room[1], 0u);
  const std::vector<Report> reports = reports_of(scanned.failures);
  EXPECT_EQ(std::ranges::count(
                reports, Report{1, 3, 1, outer,
                                "COST claims " + std::to_string(inner - outer + 20) + " bytes; " +
                                    std::to_string(inner - outer) + " are read"}),
            1);
}

TEST(ScanDamage, ReportsAPayloadThatCannotBeReadAndLeavesZeros) {
  const TestGame game = test_game(Version::v5);
  const size_t at = find_block(game.files.disks[0], "COST", 2) + kBlockHeaderSize + 40;
  const ScannedGame scanned = scan_bad_sectors(game, at, at + 1);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(std::ranges::count(scanned.payload(2), 0),
            static_cast<std::ptrdiff_t>(scanned.payload(2).size()));
  EXPECT_TRUE(std::ranges::equal(scanned.payload(3), simple_costume(4).write(Version::v5)));
  EXPECT_EQ(reports_of(scanned.failures), (std::vector<Report>{{3, 7, 1, at - 40, "bad sector"}}));
  EXPECT_EQ(scanned.sources.xxh64[1], 0u);
  EXPECT_EQ(errors_of(scanned.found.unhashed), (std::vector<std::string>{"bad sector"}));
}

TEST(ScanDamage, ReportsACostumeOfVersion2ThatCannotBeRead) {
  const TestGame game = test_game(Version::v2);
  const ScannedGame whole = scan_game(game);
  const uint32_t at = whole.blocks.payload[0];
  const ScannedGame scanned = scan_bad_sectors(game, at + 10, at + 11);
  EXPECT_EQ(scanned.blocks.id, whole.blocks.id);
  EXPECT_EQ(reports_of(scanned.failures), (std::vector<Report>{{1, 3, 1, at, "bad sector"}}));
}

TEST(ScanDamage, SaysWhyThereIsNothingToPack) {
  TestGame game = test_game(Version::v5);
  game.files.disks[0].resize(kBlockHeaderSize);
  const Result<ScannedGame> status = try_to_scan(game.input());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::not_found);
  EXPECT_EQ(status.error().message.find("GAME.001: no costume found; LECF claims "), 0u);
}

TEST(ScanDamage, TakesTheVersionFromTheFirstRoomHeaderThatIsWhole) {
  TestGame game = test_game(Version::v7);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t first = find_block(disk, "RMHD");
  const size_t second = find_block(disk, "RMHD", 1);
  const uint32_t size = ByteReader(disk, first + 4).u32_be();
  ByteWriter(disk).patch_u32_be(first + 4, 0x100000);
  EXPECT_EQ(scan_game(game, false).game.version[0], Version::v7);
  ByteWriter(disk).patch_u32_be(first + 4, size);
  ByteWriter(disk).patch_u32_be(second + 4, size - 1);
  EXPECT_EQ(scan_game(game, false).game.version[0], Version::v7);
}

TEST(ScanDamage, GivesACostumeThatOnlyTheIndexFindsTheRoomOnItsOwnDisk) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  rooms.push_back(rooms[0]);
  rooms[2].disk = 2;
  for (CostumeDraft& costume : rooms[2].costumes) costume.ids.clear();
  TestGame game{write_game(rooms, Version::v5, 0)};
  std::vector<uint8_t>& disk = game.files.disks[1];
  ByteWriter(disk).patch_u32_be(find_block(disk, "COST") + 4, 0);
  const ScannedGame scanned = scan_game(game);
  ASSERT_EQ(scanned.rooms.number, (std::vector<uint16_t>{7, 3, 3}));
  ASSERT_EQ(scanned.blocks.source.back(), 2u);
  EXPECT_EQ(scanned.blocks.id.back(), 2);
  EXPECT_EQ(scanned.blocks.room.back(), 1u);
}

TEST(ScanDamage, ReportsAHeaderThatCannotBeReadAndFindsItsNeighboursThroughTheIndex) {
  const TestGame game = test_game(Version::v5);
  const size_t at = find_block(game.files.disks[0], "COST", 0);
  const ScannedGame scanned = scan_bad_sectors(game, at, at + 1);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{2, 3, 0}));
  EXPECT_EQ(reports_of(scanned.failures), (std::vector<Report>{{0, 0, 1, at, "bad sector"}}));
}

TEST(ScanDamage, GoesOnAtTheNextRoomBehindADamagedOne) {
  for (const Version version : {Version::v5, Version::v7, Version::v8, Version::he70}) {
    TestGame game = test_game(version);
    std::vector<uint8_t>& disk = game.files.disks[0];
    for (const uint32_t size : {0u, 7u, 0xFFFFFFFFu}) {
      ByteWriter(disk).patch_u32_be(find_block(disk, "LFLF") + 4, size);
      const ScannedGame scanned = scan_game(game);
      EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}))
          << facts(version).name << size;
      EXPECT_EQ(scanned.failures.costume.size(), 1u) << facts(version).name << size;
    }
  }
}

TEST(ScanDamage, FindsCostumesBehindADamagedBlockThroughTheIndex) {
  TestGame game = test_game(Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  ByteWriter(disk).patch_u32_be(find_block(disk, "COST") + 4, 0);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  EXPECT_EQ(scanned.blocks.size[0], kBlockHeaderSize) << "the damaged one has no payload";
  EXPECT_EQ(errors_of(scanned.failures),
            (std::vector<std::string>{"COST claims 0 bytes; 8 are read"}));
}

}  // namespace
}  // namespace wardrobe
