#include <string>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "formats/version.h"
#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Returns the files of a game of version 5, in folder `folder` of a container.
ContainerFiles game_in(const std::string& folder, const std::string& name = "MONKEY") {
  const TestGame game = test_game(Version::v5);
  return {{folder + name + ".000", game.files.index},
          {folder + name + ".001", game.files.disks[0]}};
}

std::vector<std::string> all_names(const GameInput& input) {
  std::vector<std::string> names;
  if (input.index) names.push_back(input.index->name);
  for (const GameFile& file : input.resources) names.push_back(file.name);
  for (const InputProblem& problem : input.problems) names.push_back(problem.name);
  return names;
}

const std::vector<std::string> kInside = {"monkey1.pak/classic/en/MONKEY.000",
                                          "monkey1.pak/classic/en/MONKEY.001"};

TEST(OpenGame, LooksIntoContainers) {
  const TemporaryFolder folder;
  folder.put("monkey1.pak", make_pak(game_in("classic/en/")));
  for (const char* path :
       {"", "monkey1.pak", "monkey1.pak/classic/en", "monkey1.pak/classic/en/MONKEY.000"}) {
    const Result<GameInput> input = open_game(*path == 0 ? folder.path() : folder / path);
    ASSERT_TRUE(input) << path << input.error().message;
    EXPECT_EQ(input->folder, folder.path());
    EXPECT_EQ(input->container, "monkey1.pak");
    EXPECT_EQ(all_names(*input), kInside);
    EXPECT_EQ(paths_of(*input), std::vector{folder / "monkey1.pak"});
  }
  const Result<GameInput> alone = open_game(folder / "monkey1.pak/classic/en/MONKEY.001");
  ASSERT_TRUE(alone);
  EXPECT_EQ(all_names(*alone), std::vector{kInside[1]});
}

TEST(OpenGame, LooksIntoContainersInMemoryAndOfTheCurrentFolder) {
  const std::vector<uint8_t> pak = make_pak(game_in("classic/en/"));
  const auto folder = open_files({{"monkey1.pak", pak}});
  const Result<GameInput> input = open_game(*folder);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->folder, "");
  EXPECT_EQ(all_names(*input), kInside);
}

TEST(OpenGame, ReadsTheNamesOfASpecialEdition) {
  ContainerFiles files = game_in("classic/en/");
  for (const char* name :
       {"art/costumes/24_leaders-skin.costume.xml", "art/costumes/24_z.costume.xml",
        "art/costumes/7_.costume.xml", "art/costumes/0_none.costume.xml",
        "art/costumes/70000_far.costume.xml", "art/costumes/12_image.dxt",
        "art/costumes/x_y.costume.xml", "art/rooms/28_bar.room.xml"}) {
    files.push_back({name, {}});
  }
  const TemporaryFolder folder;
  folder.put("monkey1.pak", make_pak(files));
  for (const char* path : {"monkey1.pak", "monkey1.pak/classic/en/MONKEY.000"}) {
    const Result<GameInput> input = open_game(folder / path);
    ASSERT_TRUE(input);
    EXPECT_EQ(input->costume_names,
              (std::map<uint16_t, std::string>{{7, ""}, {24, "leaders-skin"}}));
    EXPECT_EQ(input->room_names, (std::map<uint16_t, std::string>{{28, "bar"}}));
  }
}

TEST(OpenGame, PacksTheSameFromContainers) {
  const auto pack_of = [](const std::vector<uint8_t>& file) {
    const auto folder = open_files({{"box", file}});
    const Result<GameInput> input = open_game(*folder);
    EXPECT_TRUE(input);
    return pack_game(*input, {.backgrounds = true});
  };
  const TestGame game = test_game(Version::v5);
  const Result<Packed> plain = pack_game(game.input(), {.backgrounds = true});
  for (const auto& file :
       {make_pak(game_in("a/")), make_pak(game_in("a/"), true), make_zip(game_in("a/")),
        make_zip(game_in("a/"), 0), make_mac(game_in(""))}) {
    const Result<Packed> packed = pack_of(file);
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(packed->tables.costumes.id, plain->tables.costumes.id);
    EXPECT_EQ(packed->tables.pictures.xxh64, plain->tables.pictures.xxh64);
    EXPECT_EQ(packed->tables.timelines.tick, plain->tables.timelines.tick);
    EXPECT_TRUE(packed->tables.failures.costume.empty());
  }
}

TEST(OpenGame, LooksNoFurtherThanAGameWithAnIndex) {
  const TestGame game = test_game(Version::v5);
  const TemporaryFolder folder;
  folder.put("a.pak", make_pak(game_in("")));
  folder.put("GAME.000", game.files.index);
  folder.put("GAME.001", game.files.disks[0]);
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(all_names(*input), (std::vector<std::string>{"GAME.000", "GAME.001"}));
}

TEST(OpenGame, NamesTheGamesInContainers) {
  const TemporaryFolder folder;
  folder.put("a.pak", make_pak(game_in("en/")));
  folder.put("b.zip", make_zip(game_in("de/")));
  EXPECT_EQ(open_game(folder.path()).error().message,
            folder.path().string() + ": several games inside; name one of their files: " +
                (folder / "a.pak/en/MONKEY.000").string() + ", " +
                (folder / "b.zip/de/MONKEY.000").string());
  ContainerFiles both = game_in("en/");
  for (auto& file : game_in("fr/")) both.push_back(file);
  folder.put("c.pak", make_pak(both));
  EXPECT_EQ(open_game(folder / "c.pak").error().message,
            (folder / "c.pak").string() + ": several games inside; name one of their files: " +
                (folder / "c.pak/en/MONKEY.000").string() + ", " +
                (folder / "c.pak/fr/MONKEY.000").string());
  EXPECT_TRUE(open_game(folder / "c.pak/fr/MONKEY.000"));
  ContainerFiles one_folder = game_in("en/");
  for (auto& file : game_in("en/", "OTHER")) one_folder.push_back(file);
  folder.put("d.pak", make_pak(one_folder));
  EXPECT_EQ(open_game(folder / "d.pak").error().message,
            (folder / "d.pak/en").string() +
                ": several games in this folder; name one of their files: " +
                (folder / "d.pak/en/MONKEY.000").string() + ", " +
                (folder / "d.pak/en/OTHER.000").string());
}

TEST(OpenGame, PrefersGamesWithAnIndex) {
  const TemporaryFolder folder;
  ContainerFiles files = game_in("z/");
  files.push_back({"a/SAVE.001", files[1].second});
  folder.put("a.pak", make_pak(files));
  const Result<GameInput> input = open_game(folder.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(all_names(*input)[0], "a.pak/z/MONKEY.000");
}

TEST(OpenGame, FindsFoldersWhoseNamesStartAlike) {
  ContainerFiles files = game_in("Game/");
  files.push_back({"Game 2/readme.txt", {1}});
  const TemporaryFolder folder;
  folder.put("a.zip", make_zip(files));
  for (const char* path : {"", "a.zip", "a.zip/Game", "a.zip/Game/MONKEY.000"}) {
    const Result<GameInput> input = open_game(*path == 0 ? folder.path() : folder / path);
    ASSERT_TRUE(input) << path << input.error().message;
    EXPECT_EQ(all_names(*input)[0], "a.zip/Game/MONKEY.000");
  }
}

TEST(OpenGame, SearchesFoldersDownToALimit) {
  const TestGame game = test_game(Version::v5);
  std::string below;
  for (int i = 0; i < 32; ++i) below += "a/";
  const auto open_at = [&](const std::string& at) {
    return open_game(*open_files({{"readme.txt", Bytes(game.files.index).first(1)},
                                  {at + "MONKEY.000", game.files.index},
                                  {at + "MONKEY.001", game.files.disks[0]}}));
  };
  EXPECT_TRUE(open_at(below));
  EXPECT_EQ(open_at(below + "b/").error().message,
            below + "b: over 32 folders down, too deep to search");
}

TEST(OpenGame, NeedsAPath) {
  EXPECT_EQ(open_game(std::filesystem::path()).error().message, "\"\": there is no such file");
}

TEST(OpenGame, LooksIntoAContainerInsideAContainer) {
  const TemporaryFolder folder;
  folder.put("a.zip", make_zip({{"x/b.pak", make_pak(game_in("en/"))}}));
  for (const char* path : {"", "a.zip", "a.zip/x/b.pak", "a.zip/x/b.pak/en/MONKEY.000"}) {
    const Result<GameInput> input = open_game(*path == 0 ? folder.path() : folder / path);
    ASSERT_TRUE(input) << path << input.error().message;
    EXPECT_EQ(input->container, "a.zip");
    EXPECT_EQ(all_names(*input)[0], "a.zip/x/b.pak/en/MONKEY.000");
  }
  folder.put("c.zip", make_zip({{"a.zip", make_zip({{"b.pak", make_pak(game_in(""))}})}}));
  EXPECT_EQ(
      open_game(folder / "c.zip").error().message,
      (folder / "c.zip/a.zip/b.pak").string() + ": a container inside of two; unpack it first");
}

TEST(OpenGame, FailsIfTheGameMayBeInAContainerThatCannotBeOpened) {
  const TemporaryFolder folder;
  folder.put("a.pak", std::vector<uint8_t>{'K', 'A', 'P', 'L'});
  const std::string problem = (folder / "a.pak").string() + ": this .pak ends within its header";
  EXPECT_EQ(open_game(folder.path()).error().message, problem);
  EXPECT_EQ(open_game(folder / "a.pak").error().message, problem);
  folder.put("b.pak", make_pak(game_in("")));
  EXPECT_EQ(open_game(folder.path()).error().message,
            problem + "; if the game is not in there, name its file: " +
                (folder / "b.pak/MONKEY.000").string());
  EXPECT_TRUE(open_game(folder / "b.pak/MONKEY.000"));
}

/// Files in memory, of which one cannot be opened.
class WithClosedFile : public Folder {
 public:
  WithClosedFile(const std::vector<NamedBytes>& files, std::string closed)
      : Folder(""), inner_(open_files(files)), closed_(std::move(closed)) {}
  Result<std::vector<std::string>> names() const override { return inner_->names(); }
  Result<std::vector<std::string>> folders() const override { return inner_->folders(); }
  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return inner_->folder(name);
  }
  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    if (name == closed_) return Error{ErrorCode::io, kNoOffset, "cannot open: Permission denied"};
    return inner_->open(name);
  }

 private:
  std::unique_ptr<Folder> inner_;
  std::string closed_;
};

TEST(OpenGame, FailsIfTheGameMayBeInAFileThatMayNotBeOpened) {
  const std::vector<uint8_t> pak = make_pak(game_in(""));
  for (const char* name : {"game.zip", "GAME.PAK", "Maniac", "Maniac.bin"}) {
    const std::string denied = std::string(name) + ": cannot open: Permission denied";
    EXPECT_EQ(open_game(WithClosedFile({{name, pak}}, name)).error().message, denied);
    EXPECT_EQ(open_game(WithClosedFile({{name, pak}, {"b.pak", pak}}, name)).error().message,
              denied + "; if the game is not in there, name its file: b.pak/MONKEY.000");
    const TestGame game = test_game(Version::v5);
    EXPECT_TRUE(open_game(WithClosedFile(
        {{name, pak}, {"GAME.000", game.files.index}, {"GAME.001", game.files.disks[0]}}, name)))
        << "a game of its own";
  }
}

TEST(OpenGame, KeepsNoContainerOpenThatHoldsNoGame) {
  const TemporaryFolder folder;
  const std::vector<uint8_t> empty = make_zip({{"readme.txt", {1, 2, 3}}});
  for (int i = 0; i < 40; ++i) folder.put(("a" + std::to_string(i) + ".zip").c_str(), empty);
  folder.put("z.zip", make_zip(game_in("")));
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  const rlimit few{24, old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const Result<GameInput> input = open_game(folder.path());
  setrlimit(RLIMIT_NOFILE, &old);
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->container, "z.zip");
}

TEST(OpenGame, TellsWhatIsNotInAContainer) {
  const TemporaryFolder folder;
  folder.put("a.pak", make_pak(game_in("en/")));
  EXPECT_EQ(open_game(folder / "a.pak/de").error().message,
            (folder / "a.pak/de").string() + ": cannot open: no such file");
  EXPECT_EQ(open_game(folder / "a.pak/de/MONKEY.000").error().message,
            (folder / "a.pak/de/MONKEY.000").string() + ": there is no such file in a.pak");
  EXPECT_EQ(open_game(folder / "a.pak/en/OTHER.000").error().message,
            (folder / "a.pak/en/OTHER.000").string() + ": cannot open: no such file");
  folder.put("text", std::vector<uint8_t>{'t', 'e', 'x', 't'});
  EXPECT_FALSE(open_game(folder / "text/MONKEY.000"));
}

TEST(OpenGame, TellsOfLockedZips) {
  const TemporaryFolder folder;
  folder.put("a.zip", make_zip(game_in(""), 8, 1));
  EXPECT_EQ(open_game(folder / "a.zip").error().message,
            (folder / "a.zip/MONKEY.000").string() +
                ": locked with a password in its .zip; unpack the .zip first, and 1 more like it");
}

}  // namespace
}  // namespace wardrobe
