#include <gtest/gtest.h>

#include "formats/versions.h"
#include "pipeline/find_game.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Returns a program with `part` inside, and with tags that start no index.
std::vector<uint8_t> program_with(Bytes part, uint8_t key = 0) {
  std::vector<uint8_t> bytes;
  ByteWriter out(bytes);
  out.text("MZ RNAM \0\0\0\1 RNAM");
  out.zeros(1000);
  out.bytes(part);
  for (size_t i = bytes.size() - part.size(); i < bytes.size(); ++i) bytes[i] ^= key;
  out.text("RNAM and more, RN 0R");
  out.zeros(100);
  return bytes;
}

struct Game {
  Version version;
  const char* resources;
  uint8_t key;
};

TEST(ProgramIndex, IsFoundInTheOnlyProgramThatHasOne) {
  for (const auto& [version, resources, key] :
       {Game{Version::v3, "03.LFL", 0}, Game{Version::v4, "DISK01.LEC", 0},
        Game{Version::v5, "ATLANTIS.001", kXorKey}, Game{Version::v6, "GAME.001", 0},
        Game{Version::v7, "DIG.LA1", 0}, Game{Version::v8, "COMI.LA1", 0}}) {
    const TestGame game = test_game(version);
    const TemporaryFolder folder;
    folder.put(resources, game.files.disks[0]);
    folder.put("A game.EXE", program_with(game.files.index, key));
    folder.put("setup.exe", program_with({}));
    const Result<GameInput> input = open_game(folder.path());
    ASSERT_TRUE(input) << facts(version).name;
    ASSERT_TRUE(input->index) << facts(version).name;
    EXPECT_EQ(input->index->name, "A game.EXE");
    EXPECT_EQ(input->program, "A game.EXE");
    EXPECT_EQ(input->index->xor_key, key);
    EXPECT_EQ(input->index->has_room_files, facts(version).room_files);
    std::vector<uint8_t> index(input->index->bytes->size());
    ASSERT_TRUE(input->index->bytes->read(0, index));
    for (uint8_t& byte : index) byte ^= key;
    EXPECT_EQ(index, game.files.index) << facts(version).name;
  }
}

TEST(ProgramIndex, IsNotFoundIfThereAreTwo) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.001", game.files.disks[0]);
  folder.put("a.exe", program_with(game.files.index));
  folder.put("b.exe", program_with(game.files.index, kXorKey));
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->index);
  EXPECT_EQ(input->rivals, (std::vector<std::string>{"a.exe", "b.exe"}));
}

TEST(ProgramIndex, IsFoundInAProgramForTheMac) {
  const TestGame game = test_game(Version::v7);
  const TemporaryFolder folder;
  folder.put("DIG.LA1", game.files.disks[0]);
  folder.put("The Dig", program_with(game.files.index));
  folder.put("README", std::vector<uint8_t>{'t', 'e', 'x', 't'});
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input && input->index);
  EXPECT_EQ(input->program, "The Dig");
}

TEST(ProgramIndex, IsNotFoundIfItIsNotWhole) {
  const TestGame game = test_game(Version::v5);
  for (const auto& [at, with] :
       {std::pair<size_t, uint8_t>{find_block(game.files.index, "DCOS"), 'X'},
        {find_block(game.files.index, "DROO") + 7, 0xF0},
        {find_block(game.files.index, "DCOS") + 8, 0xFF}}) {
    std::vector<uint8_t> index = game.files.index;
    index[at] = with;
    const TemporaryFolder folder;
    folder.put("GAME.001", game.files.disks[0]);
    folder.put("a.exe", program_with(index));
    const Result<GameInput> input = open_game(folder.path());
    ASSERT_TRUE(input);
    EXPECT_FALSE(input->index) << at;
    EXPECT_EQ(input->program, "a.exe");
  }
}

TEST(ProgramIndex, IsNotLookedForWhereThereIsAnIndexOrOnlyAFileWasNamed) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.001", game.files.disks[0]);
  folder.put("a.exe", program_with(game.files.index));
  EXPECT_FALSE(open_game(folder / "GAME.001")->index);
  folder.put("GAME.000", std::vector<uint8_t>{1, 2, 3});
  const Result<GameInput> damaged = open_game(folder.path());
  ASSERT_TRUE(damaged);
  EXPECT_FALSE(damaged->index) << "the game's own is damaged";
}

}  // namespace
}  // namespace wardrobe
