#include <string>

#include <gtest/gtest.h>

#include "pipeline/find_game.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Returns a file of `size` bytes: `bytes`, then zeros.
std::vector<uint8_t> starting_with(std::vector<uint8_t> bytes, size_t size) {
  bytes.resize(size);
  return bytes;
}

struct Case {
  const char* name;
  std::vector<uint8_t> bytes;
  const char* what;
};

TEST(UnreadGames, AreNamedByTheFileAndByTheFolder) {
  const Case cases[] = {
      {"00.LFL", starting_with({9, 0, 0, 0, '0', 'R'}, 6532),
       "the index of Loom for the PC Engine, which is not read"},
      {"00.LFL", starting_with({}, 1188),
       "the index of Maniac Mansion for the C64 or Apple II, which is not read"},
      {"00.LFL", starting_with({0xFF, 0xFE}, 1914),
       "the index of Zak McKracken for the C64, which is not read"},
      {"00.LFL", starting_with({}, 2082),
       "the index of Maniac Mansion for the NES, which is not read"},
      {"00.MAN", starting_with({}, 3), "named like an index of SCUMM version 1 to 3, but not one"},
      {"42.LFL", starting_with({}, 100),
       "a room of SCUMM version 1 to 3 without its index, 00.LFL: read only if it is named, and "
       "whole"},
      {"Maniac.D64", starting_with({}, 174848), "a disk image of the C64, which is not read"},
      {"maniac1.dsk", starting_with({}, 10), "a disk image of the Apple II, which is not read"},
      {"maniac.prg", starting_with({}, 10), "an image of the NES, which is not read"}};
  for (const auto& [name, bytes, what] : cases) {
    const TemporaryFolder folder;
    folder.put(name, bytes);
    const std::string expected = (folder / name).string() + ": " + what;
    for (const auto& path : {folder.path(), folder / name}) {
      const Result<GameInput> input = open_game(path);
      ASSERT_FALSE(input) << what;
      EXPECT_EQ(input.error().message, expected);
    }
  }
}

TEST(UnreadGames, AreNamedInsideContainers) {
  const TemporaryFolder folder;
  folder.put("games.zip", make_zip({{"c64/Maniac.D64", std::vector<uint8_t>(174848)}}));
  for (const auto& path : {folder.path(), folder / "games.zip", folder / "games.zip/c64"}) {
    EXPECT_EQ(open_game(path).error().message, (folder / "games.zip/c64/Maniac.D64").string() +
                                                   ": a disk image of the C64, which is not read");
  }
}

TEST(UnreadGames, AreNoOtherFiles) {
  const Case cases[] = {{"notes.txt", starting_with({}, 1188), ""},
                        {"disk.d64", starting_with({}, 1000), ""},
                        {"900.LFL", starting_with({}, 1188), ""}};
  for (const auto& [name, bytes, what] : cases) {
    const TemporaryFolder folder;
    folder.put(name, bytes);
    EXPECT_EQ(
        open_game(folder / name).error().message,
        (folder / name).string() + ": not an index or resource file of a SCUMM game (at byte 0)");
    EXPECT_EQ(open_game(folder.path()).error().message,
              folder.path().string() + ": no SCUMM index or resource file in this folder");
  }
}

TEST(UnreadGames, SayWhereTheIndexOfASteamGameMayBe) {
  const TemporaryFolder folder;
  folder.put("02.LFL", std::vector<uint8_t>{1, 2, 3});
  folder.put("Loom.EXE", std::vector<uint8_t>{'M', 'Z'});
  EXPECT_EQ(open_game(folder.path()).error().message,
            (folder / "02.LFL").string() +
                ": a room of SCUMM version 1 to 3 without its index, 00.LFL: read only if it is "
                "named, and whole (the index may be inside Loom.EXE)");
  folder.put("00.LFL", std::vector<uint8_t>{1, 2, 3});
  EXPECT_EQ(
      open_game(folder.path()).error().message,
      (folder / "00.LFL").string() + ": named like an index of SCUMM version 1 to 3, but not one");
}

TEST(UnreadGames, DoNotKeepOthersFromBeingRead) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("00.LFL", std::vector<uint8_t>{1, 2, 3});
  folder.put("Game.exe", std::vector<uint8_t>{'M', 'Z'});
  folder.put("GAME.001", game.files.disks[0]);
  const Result<GameInput> alone = open_game(folder.path());
  ASSERT_TRUE(alone) << alone.error().message;
  EXPECT_EQ(alone->program, "Game.exe") << "may hold the index";
  folder.put("GAME.000", game.files.index);
  const Result<GameInput> whole = open_game(folder.path());
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->program, "");
}

}  // namespace
}  // namespace wardrobe
