// Versions 1 to 3, which have a file for each room (SCUMM.md §1 "Versions 1 to 3").

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/room.h"
#include "formats/versions.h"
#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

constexpr Version kOldVersions[] = {Version::v1, Version::v2, Version::v3_16, Version::v3};

/// Writes the files of both rooms and the index into `folder`, as a game has them.
void put(const TestGame& game, Version version, const TemporaryFolder& folder) {
  const uint8_t key = facts(version).style == BlockStyle::nameless ? 0xFF : 0;
  const auto put_file = [&](const char* name, std::vector<uint8_t> bytes) {
    for (uint8_t& byte : bytes) byte ^= key;
    folder.put(name, bytes);
  };
  put_file("00.lfl", game.files.index);
  put_file("03.LFL", game.files.disks[0]);
  put_file("07.Lfl", game.files.disks[1]);
  folder.put("98.LFL", std::vector<uint8_t>(100));
}

TEST(ScanOld, FindsTheFilesAndTheCostumesOfEachVersion) {
  for (const Version version : kOldVersions) {
    const TestGame game = test_game(version);
    const TemporaryFolder folder;
    put(game, version, folder);
    for (const auto& path : {folder.path(), folder / "00.lfl"}) {
      const Result<GameInput> input = open_game(path);
      ASSERT_TRUE(input) << input.error().message;
      ASSERT_EQ(input->resources.size(), 2u);
      EXPECT_TRUE(input->problems.empty());
      const Result<Packed> packed = pack_game(*input, {.level = 1});
      ASSERT_TRUE(packed) << packed.error().message;
      const Tables& tables = packed->tables;
      EXPECT_EQ(tables.game.version[0], version);
      EXPECT_EQ(tables.rooms.number, (Column<uint16_t>{3, 7}));
      EXPECT_EQ(tables.costumes.id, (Column<uint16_t>{1, 2, 3, 0}));
      EXPECT_EQ(tables.costumes.alias, (Column<uint16_t>{9}));
      EXPECT_TRUE(tables.failures.costume.empty()) << errors_of(tables.failures)[0];
      EXPECT_EQ(tables.entries.picture.size(), tables.costumes.id.size() * 2);
      const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, 1);
      const bool named = facts(version).style != BlockStyle::nameless;
      EXPECT_EQ(rgb.size(), named ? 768u : 48u);
      EXPECT_EQ(named, !std::ranges::equal(rgb, ega_palette().rgb));
    }
  }
}

/// A room with one object, whose list of code begins at `list`.
std::vector<uint8_t> room_with_object(size_t list) {
  constexpr uint8_t kSize = 40;
  constexpr uint8_t kObject = 34;
  std::vector<uint8_t> bytes(kSize);
  bytes[0] = kSize;
  bytes[20] = 1;
  bytes[list + 2] = kObject;
  bytes[kObject] = kSize - kObject;
  return bytes;
}

TEST(ScanOld, ReadsARoomWithoutItsIndex) {
  struct Case {
    Version version;
    size_t list;  ///< of room_with_object()
    Version told;
  };
  for (const auto& [version, list, told] : {Case{Version::v3, 29, Version::v3},
                                            {Version::v3_16, 29, Version::v3_16},
                                            {Version::v2, 29, Version::v3_16},
                                            {Version::v2, 28, Version::v2},
                                            {Version::v1, 28, Version::v1}}) {
    TestGame game = test_game(version);
    std::vector<uint8_t>& file = game.files.disks[0];
    const bool named = version == Version::v3;
    if (!named) {  // Its room gets an object.
      const size_t room = file[0] | file[1] << 8;
      const std::vector<uint8_t> bytes = room_with_object(list);
      file.erase(file.begin(), file.begin() + static_cast<ptrdiff_t>(room));
      file.insert(file.begin(), bytes.begin(), bytes.end());
    }
    const TemporaryFolder folder;
    put(game, version, folder);
    const Result<GameInput> input = open_game(folder / "03.LFL");
    ASSERT_TRUE(input) << input.error().message;
    const Result<ScannedGame> scanned = try_to_scan(*input);
    ASSERT_TRUE(scanned) << scanned.error().message;
    EXPECT_EQ(scanned->blocks.id, (Column<uint16_t>{0, 0}));
    EXPECT_EQ(scanned->rooms.number, (Column<uint16_t>{3}));
    EXPECT_EQ(scanned->game.version[0], told);
    if (named) continue;
    file.resize(file.size() - 3);
    const TemporaryFolder cut;
    put(game, version, cut);
    EXPECT_FALSE(open_game(cut / "03.LFL")) << "the last block is cut";
  }
}

TEST(ScanOld, LeavesOtherFilesOfSuchNamesToOtherGames) {
  const TestGame five = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.000", five.files.index);
  folder.put("GAME.001", five.files.disks[0]);
  folder.put("05.LFL", std::vector<uint8_t>(100));
  EXPECT_TRUE(open_game(folder.path()));
  put(test_game(Version::v2), Version::v2, folder);
  const Result<GameInput> several = open_game(folder.path());
  ASSERT_FALSE(several);
  EXPECT_NE(several.error().message.find("00.lfl, "), std::string::npos);
  EXPECT_TRUE(open_game(folder / "00.lfl"));
  EXPECT_TRUE(open_game(folder / "GAME.000"));
}

TEST(ScanOld, CountsEntriesThatLeadToNoCostume) {
  for (const Version version : {Version::v2, Version::v3_16}) {
    TestGame game = test_game(version);
    const ScannedGame right = scan_game(game);
    // Changes the format of the first costume, which makes it a block that is no costume.
    game.files.disks[0][right.blocks.payload[0] + 1] = 0x12;
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(scanned.game.index_no_costume[0], 1u);
    EXPECT_EQ(scanned.blocks.id, (Column<uint16_t>{2, 3, 0}));
    EXPECT_EQ(errors_of(scanned.failures),
              (std::vector<std::string>{"the index places it here, but this is no costume"}));
    EXPECT_EQ(scanned.failures.kind[0], FailureKind::note);
  }
}

TEST(ScanOld, ReportsACostumeThatTheFileCuts) {
  for (const Version version : kOldVersions) {
    TestGame game = test_game(version);
    const ScannedGame right = scan_game(game);
    game.files.disks[0].resize(right.blocks.offset[1] + 20);
    const ScannedGame scanned = scan_game(game);
    ASSERT_EQ(scanned.failures.costume.size(), 1u) << facts(version).name;
    EXPECT_EQ(scanned.failures.id[0], 2);
    EXPECT_EQ(scanned.failures.offset[0], right.blocks.offset[1]);
    EXPECT_EQ(errors_of(scanned.failures)[0],
              "CO claims " + std::to_string(right.blocks.size[1]) + " bytes; 20 are read");
  }
}

TEST(ScanOld, PassesOverBytesBehindTheIndexOfVersion3) {
  TestGame game = test_game(Version::v3);
  game.files.index.insert(game.files.index.end(), 32, 0xEE);
  EXPECT_TRUE(scan_game(game).failures.costume.empty());
}

TEST(ScanOld, IsSafeWhateverTheFilesHold) {
  for (const Version version : kOldVersions) {
    const TestGame right = test_game(version);
    for (size_t at = 0; at < right.files.disks[0].size(); at += 3) {
      TestGame game = right;
      game.files.disks[0][at] ^= 0xA5;
      game.files.index[at % game.files.index.size()] ^= 0x81;
      const Result<Packed> packed = pack_game(game.input(), {.level = 1, .max_ticks = 50});
      if (!packed) {
        EXPECT_FALSE(packed.error().message.empty());
      }
    }
  }
}

}  // namespace
}  // namespace wardrobe
