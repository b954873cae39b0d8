// Bytes between blocks, and entries of the index, that releases left behind.

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tests/unit/pipeline/scanned_game.h"

namespace wardrobe {
namespace {

using Stray = std::vector<uint8_t>;

/// Inserts bytes between two blocks, or at the end of one. The sizes of the blocks around them and
/// LOFF change accordingly, the index does not.
void insert(const Stray& stray, size_t at, std::vector<uint8_t>& disk) {
  const auto grown = static_cast<uint32_t>(stray.size());
  std::vector<size_t> around = {0};
  std::optional<Block> damage;
  for (const Block& top : read_blocks(disk, kBlockHeaderSize, damage)) {
    for (size_t entry = top.payload_at() + 2; top.tag == tag("LOFF") && entry < top.end;
         entry += 5) {
      const uint32_t offset = ByteReader(disk, entry).u32();
      if (offset > at) ByteWriter(disk).patch_u32(entry, offset + grown);
    }
    if (top.offset >= at || at > top.end) continue;
    around.push_back(top.offset);
    const Bytes in_top = Bytes(disk).first(top.end);
    for (const Block& inner : read_blocks(in_top, top.payload_at(), damage)) {
      if (inner.tag == tag("ROOM") && inner.offset < at && at < inner.end) {
        around.push_back(inner.offset);
      }
    }
  }
  for (const size_t block : around) {
    const uint32_t size = ByteReader(disk, block + 4).u32_be();
    ByteWriter(disk).patch_u32_be(block + 4, size + grown);
  }
  disk.insert(disk.begin() + static_cast<ptrdiff_t>(at), stray.begin(), stray.end());
}

bool are_notes(const Failures& failures) {
  return std::ranges::count(failures.kind, FailureKind::note) ==
         static_cast<ptrdiff_t>(failures.kind.size());
}

TEST(StrayBytes, AreNotedAndPassedOver) {
  const Stray stray_tag = {'0', '2', '1', '_', 0, 0, 0, 0};
  for (const Version version : {Version::v5, Version::v6}) {
    for (const Stray& stray : {Stray{0x80}, Stray(3, 0), stray_tag, Stray(60, 0xEE)}) {
      for (const char* const before : {"COST", version == Version::v5 ? "CLUT" : "PALS"}) {
        SCOPED_TRACE(std::string(facts(version).name) + ", " + std::to_string(stray.size()) +
                     " bytes before " + before);
        TestGame game = test_game(version);
        std::vector<uint8_t>& disk = game.files.disks[0];
        insert(stray, find_block(disk, before), disk);
        const ScannedGame scanned = scan_game(game, false);
        EXPECT_EQ(scanned.blocks.count(), 4u);
        EXPECT_EQ(scanned.palettes.room.size(), 2u);
        EXPECT_EQ(scanned.blocks.room, (Column<uint32_t>{0, 0, 1, 1}));
        EXPECT_TRUE(are_notes(scanned.failures));
        const std::string told = std::to_string(stray.size()) + " bytes belong to no block";
        const std::vector<std::string> errors = errors_of(scanned.failures);
        EXPECT_NE(std::ranges::find(errors, told), errors.end());
      }
    }
  }
}

TEST(StrayBytes, MayBeZerosUpToTheEndOfARoom) {
  for (const Stray& stray : {Stray(1000, 0), Stray{'0', '2', '1', '_', 0, 0, 0, 0}}) {
    TestGame game = test_game(Version::v6);
    std::vector<uint8_t>& disk = game.files.disks[0];
    insert(stray, find_block(disk, "LFLF", 1), disk);
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(scanned.blocks.id, (Column<uint16_t>{1, 2, 3, 0}));
    EXPECT_EQ(errors_of(scanned.failures), (std::vector<std::string>{std::to_string(stray.size()) +
                                                                     " bytes belong to no block"}));
    EXPECT_TRUE(are_notes(scanned.failures));
  }
}

TEST(StrayBytes, AreNotBlocksOfAWrongSize) {
  for (const char* const name : {"RMHD", "COST", "CLUT"}) {
    TestGame game = test_game(Version::v5);
    std::vector<uint8_t>& disk = game.files.disks[0];
    ByteWriter(disk).patch_u32_be(find_block(disk, name) + 4, 3);
    EXPECT_FALSE(are_notes(scan_game(game, false).failures)) << name;
  }
}

TEST(StrayBytes, AreNoneWhereTheIndexHasACostume) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  rooms[0].costumes[0].payload.resize(40);
  TestGame game = test_game(rooms, Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  std::fill_n(disk.begin() + static_cast<ptrdiff_t>(find_block(disk, "COST")), kBlockHeaderSize,
              uint8_t{0xEE});
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (Column<uint16_t>{2, 3, 0}));
  EXPECT_FALSE(are_notes(scanned.failures)) << "costume 1 is lost";
}

/// Returns the game with more entries for room 3 in its directory of costumes.
TestGame with_entries(const TestGame& game, Version version, std::span<const uint32_t> offsets) {
  const BlockStyle style = facts(version).style;
  if (style == BlockStyle::tag_first) {
    return with_index(game, version, [&](GameIndex& index) {
      for (const uint32_t offset : offsets) {
        index.costumes.room.push_back(3);
        index.costumes.offset.push_back(offset);
        if (!index.costumes.size.empty()) index.costumes.size.push_back(0);
      }
    });
  }
  TestGame changed = game;
  std::vector<uint8_t>& index = changed.files.index;
  if (style == BlockStyle::size_first) {
    const size_t entries = find_block(index, "0C") + 4;
    size_t id = ByteReader(index, entries - 2).u16();
    for (const uint32_t offset : offsets) {
      while (index[entries + 5 * --id] != 0) continue;
      index[entries + 5 * id] = 3;
      ByteWriter(index).patch_u32(entries + 5 * id + 1, offset);
    }
    return changed;
  }
  const bool v1 = version == Version::v1;  // states no counts
  ByteReader reader(index, 2);
  reader.take(v1 ? 800 : size_t{reader.u16()} * (version == Version::v2 ? 1 : 4));
  reader.take(size_t{3} * (v1 ? 55 : reader.u8()));  // rooms
  const size_t count = v1 ? 35 : reader.u8();
  const size_t rooms = reader.position();
  size_t id = count;
  for (const uint32_t offset : offsets) {
    while (index[rooms + --id] != 0) continue;
    index[rooms + id] = 3;
    ByteWriter(index).patch_u16(rooms + count + 2 * id, offset);
  }
  return changed;
}

/// Returns the game with three more entries, which lead into a costume of room 3, behind the end of
/// the file, and into the room.
TestGame with_dead_entries(const TestGame& game, Version version) {
  const ScannedGame right = scan_game(game);
  const uint32_t base = facts(version).style == BlockStyle::nameless ? 0 : right.rooms.offset[0];
  return with_entries(game, version,
                      std::array{static_cast<uint32_t>(right.blocks.offset[0]) + 20 - base, 60000u,
                                 static_cast<uint32_t>(right.rooms.offset[0]) + 5 - base});
}

TEST(DeadEntries, AreNoDamageWhereTheRoomIsWhole) {
  for (const Version version :
       {Version::v1, Version::v2, Version::v3_16, Version::v3, Version::v4, Version::v5,
        Version::v6, Version::v7, Version::v8, Version::he60, Version::he80}) {
    SCOPED_TRACE(facts(version).name);
    const TestGame game = test_game(version);
    const ScannedGame right = scan_game(game);
    const ScannedGame scanned = scan_game(with_dead_entries(game, version));
    EXPECT_EQ(scanned.blocks.id, right.blocks.id);
    EXPECT_EQ(scanned.blocks.offset, right.blocks.offset);
    EXPECT_EQ(scanned.game.index_no_costume[0], right.game.index_no_costume[0] + 3);
    EXPECT_TRUE(are_notes(scanned.failures));
    EXPECT_EQ(scanned.failures.kind.size(), right.failures.kind.size() + 1) << "all in one";
  }
}

TEST(DeadEntries, MayBeDamageWhereACostumeHasNoId) {
  const TestGame right = test_game(Version::v5);
  const TestGame game = with_index(right, Version::v5, [](GameIndex& index) {
    index.costumes.room.push_back(7);  // which has a costume without an id
    index.costumes.offset.push_back(60000);
  });
  EXPECT_FALSE(are_notes(scan_game(game).failures));
}

TEST(DeadEntries, AreDamageWhereABlockOfTheRoomIsDamaged) {
  TestGame game = with_dead_entries(test_game(Version::v5), Version::v5);
  std::vector<uint8_t>& disk = game.files.disks[0];
  ByteWriter(disk).patch_u32_be(find_block(disk, "COST", 1) + 4, 0x100000);
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(scanned.blocks.id, (Column<uint16_t>{1, 2, 3, 0}));
  const std::vector<std::string> errors = errors_of(scanned.failures);
  EXPECT_EQ(std::ranges::count(errors, "the index places it behind the end of the file"), 1);
}

TEST(DeadEntries, AreNoCostumesInsideOthersWhereTheRoomIsDamaged) {
  constexpr uint64_t kInPalette = 5;
  for (const Version version : {Version::v2, Version::v3_16}) {
    SCOPED_TRACE(facts(version).name);
    TestGame game = test_game(version);
    const ScannedGame right = scan_game(game);
    std::vector<uint8_t>& file = game.files.disks[0];
    file[right.blocks.payload[0] + kInPalette + 1] = 0x58;  // the format of a costume there
    const auto inside = static_cast<uint32_t>(right.blocks.offset[0] + kInPalette);
    file.insert(file.end(), 3, 0xEE);  // The blocks do not follow each other to the end.
    const ScannedGame scanned = scan_game(with_entries(game, version, std::array{inside}));
    EXPECT_EQ(scanned.blocks.id, right.blocks.id);
    EXPECT_EQ(scanned.blocks.size, right.blocks.size);
    EXPECT_EQ(errors_of(scanned.failures),
              (std::vector<std::string>{"the index places it inside a costume"}));
  }
}

TEST(NamelessRooms, HaveSizesAndCostumesThatTheIndexDoesNotName) {
  for (const Version version : {Version::v1, Version::v2, Version::v3_16}) {
    SCOPED_TRACE(facts(version).name);
    const ScannedGame scanned = scan_game(test_game(version));
    EXPECT_EQ(scanned.blocks.id, (Column<uint16_t>{1, 2, 3, 0}));
    EXPECT_TRUE(scanned.found.rooms[0].blocks.header);
  }
}

}  // namespace
}  // namespace wardrobe
