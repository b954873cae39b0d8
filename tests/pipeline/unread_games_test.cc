#include "pipeline/unread_games.h"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/game_path.h"
#include "tests/pipeline/temporary_folder.h"
#include "tests/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Bytes of a file of that size.
std::vector<uint8_t> starting_with(std::vector<uint8_t> bytes, size_t size) {
  bytes.resize(size);
  return bytes;
}

/// A container of a Mac game with one file of that name, whose data is all of the container.
std::vector<uint8_t> mac_container(std::string_view name) {
  std::vector<uint8_t> bytes;
  ByteWriter writer(bytes);
  writer.u32_be(8);
  writer.u32_be(40);
  writer.u32_be(0);
  writer.u32_be(48);
  writer.text(name);
  bytes.resize(48);
  return bytes;
}

struct Case {
  const char* name;
  std::vector<uint8_t> bytes;
  const char* what;
};

constexpr const char* kTooOld = "; versions before 4 are not read";

TEST(UnreadGames, AreNamedByTheFileAndByTheFolder) {
  const Case cases[] = {
      {"00.LFL", starting_with({0xFF ^ 0x31, 0xFF ^ 0x0A}, 1972),
       "the index of a game of SCUMM version 1"},
      {"00.lfl", starting_with({0xFF, 0xFE}, 5748), "the index of a game of SCUMM version 2 or 3"},
      {"00.LFL", starting_with({9, 0, 0, 0, '0', 'R'}, 4000),
       "the index of a game of SCUMM version 3"},
      {"00.LFL", starting_with({9, 0, 0, 0, '0', 'R'}, 6532),
       "the index of Loom for the PC Engine"},
      {"00.LFL", starting_with({}, 1188), "the index of Maniac Mansion for the C64 or Apple II"},
      {"00.LFL", starting_with({}, 1914), "the index of Zak McKracken for the C64"},
      {"00.LFL", starting_with({}, 2082), "the index of Maniac Mansion for the NES"},
      {"00.MAN", starting_with({}, 3), "the index of a game of SCUMM version 1 to 3"},
      {"42.LFL", starting_with({}, 100), "a room of a game of SCUMM version 1 to 3"},
      {"Maniac.D64", starting_with({}, 174848), "a disk image of the C64"},
      {"maniac1.dsk", starting_with({}, 10), "a disk image of the Apple II"},
      {"maniac.prg", starting_with({}, 10), "an image of the NES"}};
  for (const auto& [name, bytes, what] : cases) {
    const TemporaryFolder folder;
    folder.put(name, bytes);
    const std::string expected = (folder / name).string() + ": " + what + kTooOld;
    for (const auto& path : {folder.path(), folder / name}) {
      const Result<GameInput> input = open_game(path);
      ASSERT_FALSE(input) << what;
      EXPECT_EQ(input.error().message, expected);
    }
  }
}

TEST(UnreadGames, AreNamedIfAMacContainerHoldsThem) {
  const TemporaryFolder folder;
  folder.put("Fate Data", mac_container("ATLANTIS.000"));
  const std::string expected =
      (folder / "Fate Data").string() + ": a container of a Mac game; take its files out first";
  EXPECT_EQ(unread_game(*open_directory(folder.path()), "Fate Data"), expected);
  EXPECT_EQ(open_game(folder.path()).error().message, expected);
}

TEST(UnreadGames, AreNoOtherFiles) {
  const Case cases[] = {{"notes.txt", starting_with({}, 1188), ""},
                        {"disk.d64", starting_with({}, 1000), ""},
                        {"900.LFL", starting_with({}, 1188), ""},
                        {"Some Data", mac_container("PICTURE.PICT"), ""},
                        {"Short Data", starting_with(mac_container("A.000"), 47), ""}};
  for (const auto& [name, bytes, what] : cases) {
    const TemporaryFolder folder;
    folder.put(name, bytes);
    EXPECT_EQ(unread_game(*open_directory(folder.path()), name), std::nullopt) << name;
    EXPECT_EQ(unread_game_in(*open_directory(folder.path())), std::nullopt) << name;
  }
  const TemporaryFolder folder;
  EXPECT_EQ(unread_game(*open_directory(folder.path()), "none"), std::nullopt);
  EXPECT_EQ(unread_game_in(*open_directory(folder / "none")), std::nullopt);
}

TEST(UnreadGames, SayWhereTheIndexOfASteamGameMayBe) {
  const TemporaryFolder folder;
  folder.put("02.LFL", std::vector<uint8_t>{1, 2, 3});
  folder.put("Loom.EXE", std::vector<uint8_t>{'M', 'Z'});
  EXPECT_EQ(unread_game_in(*open_directory(folder.path())),
            (folder / "02.LFL").string() + ": a room of a game of SCUMM version 1 to 3" + kTooOld +
                " (the index may be inside Loom.EXE)");
  folder.put("00.LFL", std::vector<uint8_t>{1, 2, 3});
  EXPECT_EQ(
      unread_game_in(*open_directory(folder.path())),
      (folder / "00.LFL").string() + ": the index of a game of SCUMM version 1 to 3" + kTooOld);
}

TEST(UnreadGames, DoNotKeepOthersFromBeingRead) {
  const TestGame game = test_game(kScumm5);
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
