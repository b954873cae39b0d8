#include <string>

#include <gtest/gtest.h>

#include "formats/version.h"
#include "pipeline/find_game.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

std::vector<std::string> names_of(const GameInput& input) {
  std::vector<std::string> names;
  for (const GameFile& file : input.resources) names.push_back(file.name);
  return names;
}

TEST(OpenGame, FindsIndexAndResourcesInAnyCaseInOrderOfDisks) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("Monkey.000", game.files.index);
  folder.put("MONKEY.002", game.files.disks[0]);
  folder.put("monkey.001", game.files.disks[0]);
  folder.put("README.TXT", std::vector<uint8_t>{'h', 'e', 'l', 'l', 'o'});
  for (const auto& path : {folder.path(), folder / "Monkey.000"}) {
    const Result<GameInput> input = open_game(path);
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->index->name, "Monkey.000");
    EXPECT_EQ(names_of(*input), (std::vector<std::string>{"monkey.001", "MONKEY.002"}));
    EXPECT_EQ(input->resources[1].disk, 2u);
  }
}

struct Names {
  const char* index;
  std::vector<std::string> resources;
};

TEST(OpenGame, FindsTheFilesOfLaterGamesInOrderOfDisks) {
  const Names cases[] = {{"COMI.LA0", {"comi.la1", "COMI.LA2"}},
                         {"SAM.sm0", {"SAM.SM1"}},
                         {"Putt.HE0", {"PUTT.he1"}},
                         {"FREDDI.HE0", {"FREDDI.(A)", "Freddi.(b)"}},
                         {"Bluesbirthday.HE0", {"BluesBirthday.(a)", "Blue'sBirthday.(b)"}},
                         {"Freddi.he0", {"Freddi.hea"}},
                         {"Pajama Sam (0)", {"PAJAMA SAM (1)"}},
                         {"Pajama Sam (0)", {"pajama sam (A)", "Pajama Sam (b)"}},
                         {"Putt-Putt's Demo 0", {"Putt-Putt's Demo 1"}}};
  for (const Names& names : cases) {
    const TestGame game = test_game(Version::v7);
    const TemporaryFolder folder;
    folder.put(names.index, game.files.index);
    for (const std::string& name : names.resources) {
      folder.put(name.c_str(), game.files.disks[0]);
    }
    for (const auto& path : {folder.path(), folder / names.index}) {
      const Result<GameInput> input = open_game(path);
      ASSERT_TRUE(input) << input.error().message;
      EXPECT_EQ(names_of(*input), names.resources);
      for (size_t i = 0; i < input->resources.size(); ++i) {
        EXPECT_EQ(input->resources[i].disk, i + 1) << input->resources[i].name;
      }
    }
  }
}

TEST(OpenGame, AcceptsAResourceFileByItself) {
  const TestGame game = test_game(Version::v6);
  const TemporaryFolder folder;
  folder.put("GAME.000", game.files.index);
  folder.put("GAME.001", game.files.disks[0]);
  const Result<GameInput> input = open_game(folder / "GAME.001");
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->index);
  EXPECT_EQ(names_of(*input), (std::vector<std::string>{"GAME.001"}));
}

TEST(OpenGame, AsksWhichOfSeveralGames) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  for (const char* name : {"A.000", "B.000"}) folder.put(name, game.files.index);
  for (const char* name : {"A.001", "B.001"}) folder.put(name, game.files.disks[0]);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().message,
            folder.path().string() + ": several games in this folder; name one of their files: " +
                (folder / "A.000").string() + ", " + (folder / "B.000").string());
  EXPECT_TRUE(open_game(folder / "B.000"));
}

TEST(OpenGame, FindsTheFilesOfVersion4InAnyCaseInOrderOfDisks) {
  const TestGame game = test_game(Version::v4);
  const TemporaryFolder folder;
  folder.put("000.lfl", game.files.index);
  folder.put("disk02.LEC", game.files.disks[0]);
  folder.put("DISK01.lec", game.files.disks[0]);
  folder.put("901.LFL", std::vector<uint8_t>(2000));
  folder.put("00.LFL", std::vector<uint8_t>(2000));
  folder.put("notes.txt", std::vector<uint8_t>{'R', 'E', 'A', 'D', 'R', 'N', '!'});
  for (const auto& path : {folder.path(), folder / "000.lfl"}) {
    const Result<GameInput> input = open_game(path);
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->index->name, "000.lfl");
    EXPECT_EQ(input->index->style, BlockStyle::size_first);
    EXPECT_EQ(names_of(*input), (std::vector<std::string>{"DISK01.lec", "disk02.LEC"}));
    EXPECT_EQ(input->resources[1].disk, 2u);
    EXPECT_EQ(input->resources[1].style, BlockStyle::size_first);
  }
}

TEST(OpenGame, AsksWhichOfAGameOfVersion4AndAnother) {
  const TestGame four = test_game(Version::v4);
  const TestGame five = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("000.LFL", four.files.index);
  folder.put("DISK01.LEC", four.files.disks[0]);
  folder.put("MONKEY.000", five.files.index);
  folder.put("MONKEY.001", five.files.disks[0]);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_FALSE(input);
  EXPECT_NE(input.error().message.find("000.LFL, "), std::string::npos);
  EXPECT_NE(input.error().message.find("MONKEY.000"), std::string::npos);
  EXPECT_EQ(names_of(*open_game(folder / "000.LFL")), (std::vector<std::string>{"DISK01.LEC"}));
  EXPECT_EQ(names_of(*open_game(folder / "MONKEY.000")), (std::vector<std::string>{"MONKEY.001"}));
}

TEST(OpenGame, SaysWhichFilesOfVersion4AreMissing) {
  const TestGame game = test_game(Version::v4);
  const TemporaryFolder folder;
  folder.put("000.LFL", game.files.index);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_FALSE(input);
  EXPECT_NE(input.error().message.find("(such as DISK01.LEC)"), std::string::npos);
  folder.put("DISK01.LEC", std::vector<uint8_t>{1, 2, 3});
  EXPECT_NE(open_game(folder.path()).error().message.find("DISK01.LEC: not an index"),
            std::string::npos);
}

TEST(OpenGame, KeepsTheNamesOfLaterGamesThatAreCalledLikeVersion4) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("DISK01.LEC", game.files.disks[0]);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->resources[0].disk, 0u);
  EXPECT_EQ(input->resources[0].style, BlockStyle::tag_first);
}

std::vector<std::string> problems_of(const GameInput& input) {
  std::vector<std::string> problems;
  for (const InputProblem& problem : input.problems) {
    problems.push_back(describe(problem.name, problem.error));
  }
  return problems;
}

TEST(OpenGame, ReportsAnIndexThatIsNotOne) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.000", std::vector<uint8_t>{1, 2, 3, 4, 5});
  folder.put("GAME.001", game.files.disks[0]);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_FALSE(input->index);
  EXPECT_EQ(names_of(*input), (std::vector<std::string>{"GAME.001"}));
  EXPECT_EQ(problems_of(*input),
            (std::vector<std::string>{"GAME.000: not an index or resource file of a SCUMM game; "
                                      "without an index, costumes have no ids (at byte 0)"}));
  EXPECT_EQ(input->problems[0].size, 5u);
  EXPECT_EQ(paths_of(*input),
            (std::vector<std::filesystem::path>{folder / "GAME.001", folder / "GAME.000"}));
  EXPECT_FALSE(open_game(folder / "GAME.000")) << "named by itself";
}

TEST(OpenGame, PrefersAFileThatCanBeUsedForADisk) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.000", game.files.index);
  folder.put("GAME.001", std::vector<uint8_t>{});
  folder.put("game.001", game.files.disks[0]);
  folder.put("GAME.LA0", std::vector<uint8_t>{});
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(names_of(*input), (std::vector<std::string>{"game.001"}));
  EXPECT_EQ(problems_of(*input), std::vector<std::string>{});
}

TEST(OpenGame, SaysWhyTheOnlyDiskCannotBeUsed) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.000", game.files.index);
  std::filesystem::create_symlink("/dev/null", folder / "GAME.001");
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().message,
            (folder / "GAME.001").string() + ": cannot open: not a regular file");
}

TEST(OpenGame, SaysWhatIsMissing) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  EXPECT_FALSE(open_game(folder.path())) << "an empty folder";
  EXPECT_FALSE(open_game(folder / "none"));
  folder.put("GAME.000", game.files.index);
  const Result<GameInput> alone = open_game(folder.path());
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message.find("no resource file"), std::string::npos);
  folder.put("x.txt", std::vector<uint8_t>{'x'});
  EXPECT_EQ(open_game(folder / "x.txt").error().code, ErrorCode::unknown_format);
}

TEST(OpenGame, NamesAMissingResourceFileAsTheIndexIsNamed) {
  const TestGame game = test_game(Version::v7);
  const TemporaryFolder folder;
  for (const auto& [index, resources] :
       {std::pair("GAME.000", "GAME.001"), std::pair("THEDIG.LA0", "THEDIG.LA1"),
        std::pair("samnmax.sm0", "samnmax.sm1"), std::pair("PUTT.HE0", "PUTT.HE1"),
        std::pair("Putt (0)", "Putt (1)"), std::pair("Putt 0", "Putt 1"),
        std::pair("renamed", "renamed.001")}) {
    folder.put(index, game.files.index);
    const Result<GameInput> alone = open_game(folder / index);
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().message.find(std::string("(such as ") + resources + ")"),
              std::string::npos)
        << alone.error().message;
  }
}

TEST(OpenGame, BelievesNoContentsOfVersion4UnderOtherNames) {
  const TestGame four = test_game(Version::v4);
  const TestGame five = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("GAME.000", five.files.index);
  folder.put("GAME.001", five.files.disks[0]);
  folder.put("GAME.002", four.files.disks[0]);
  folder.put("other", four.files.index);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(problems_of(*input),
            (std::vector<std::string>{
                "GAME.002: not an index or resource file of a SCUMM game (at byte 0)"}));
  EXPECT_TRUE(open_game(folder / "GAME.002")) << "asked for by its name";
}

TEST(OpenGame, FindsFilesInMemoryByNameOrAsTheOnlyGame) {
  const TestGame game = test_game(Version::v5);
  const auto folder = open_files({{"Monkey/MONKEY.002", game.files.disks[0]},
                                  {"Monkey/Extra/OTHER.000", game.files.index},
                                  {"Monkey/Monkey.000", game.files.index},
                                  {"Monkey/monkey.001", game.files.disks[0]}});
  for (const Result<GameInput>& input : {open_game(*folder), open_game(*folder, "Monkey.000")}) {
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->folder, "Monkey");
    EXPECT_EQ(input->index->name, "Monkey.000");
    EXPECT_EQ(names_of(*input), (std::vector<std::string>{"monkey.001", "MONKEY.002"}));
  }
  EXPECT_EQ(open_game(*folder, "OTHER.000").error().message,
            "Monkey/OTHER.000: cannot open: no such file");
  EXPECT_EQ(open_game(*open_files({})).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace wardrobe
