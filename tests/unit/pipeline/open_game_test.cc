#include <map>
#include <string>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/game_folders.h"

namespace wardrobe {
namespace {

constexpr const char* kAlone = ": no resource file of that name beside this index (such as ";

TEST(OpenGame, FindsFilesInAnyCaseInOrderOfDisks) {
  expect_said(files_of({"Monkey.000", "MONKEY.002", "monkey.001"}) +
                  Files{{"README.TXT", bytes_of("hello")}},
              {{{"", "Monkey.000"}, "Monkey.000: monkey.001#1, MONKEY.002#2"}});
  const std::vector<std::pair<std::string, std::vector<std::string>>> later = {
      {"COMI.LA0", {"comi.la1", "COMI.LA2"}},
      {"SAM.sm0", {"SAM.SM1"}},
      {"Putt.HE0", {"PUTT.he1"}},
      {"FREDDI.HE0", {"FREDDI.(A)", "Freddi.(b)"}},
      {"Bluesbirthday.HE0", {"BluesBirthday.(a)", "Blue'sBirthday.(b)"}},
      {"Freddi.he0", {"Freddi.hea"}},
      {"Pajama Sam (0)", {"PAJAMA SAM (1)"}},
      {"Pajama Sam (0)", {"pajama sam (A)", "Pajama Sam (b)"}},
      {"Putt-Putt's Demo 0", {"Putt-Putt's Demo 1"}}};
  for (const auto& [index, resources] : later) {
    std::vector<std::string> names = {index};
    names.insert(names.end(), resources.begin(), resources.end());
    std::string text = index + ": " + resources[0] + "#1";
    if (resources.size() > 1) text += ", " + resources[1] + "#2";
    expect_said(files_of(names, Version::v7), {{{"", index}, text}});
  }
}

TEST(OpenGame, FindsTheFilesOfVersion4) {
  const Files four = files_of({"000.lfl", "disk02.LEC", "DISK01.lec"}, Version::v4);
  expect_said(four + Files{{"901.LFL", zeros(2000)},
                           {"00.LFL", zeros(2000)},
                           {"notes.txt", bytes_of("READRN!")}},
              {{{"", "000.lfl"}, "000.lfl: DISK01.lec#1~, disk02.LEC#2~"}});
  expect_said(
      files_of({"000.LFL", "DISK01.LEC"}, Version::v4) + game_in(""),
      {{{""},
        "! @: several games in this folder; name one of their files: @/000.LFL, @/MONKEY.000"},
       {{"000.LFL"}, "000.LFL: DISK01.LEC#1~"},
       {{"MONKEY.000"}, "MONKEY.000: MONKEY.001#1"}});
  expect_said(
      files_of({"000.LFL"}, Version::v4),
      {{{""},
        "! @/000.LFL: no resource file of that name beside this index (such as DISK01.LEC)"}});
  expect_said(files_of({"000.LFL"}, Version::v4) + Files{{"DISK01.LEC", {1, 2, 3}}},
              {{{""}, std::string("! @/DISK01.LEC") + kNoGame}});
  expect_said({{"DISK01.LEC", disk_of()}}, {{{""}, ": DISK01.LEC#0"}});
  expect_said(files_of({"GAME.000", "GAME.001"}) +
                  Files{{"GAME.002", disk_of(Version::v4)}, {"other", index_of(Version::v4)}},
              {{{""}, std::string("GAME.000: GAME.001#1; GAME.002") + kNoGame},
               {{"GAME.002"}, ": GAME.002#2~"}});
}

TEST(OpenGame, AcceptsAResourceFileByItself) {
  expect_said(files_of({"GAME.000", "GAME.001"}, Version::v6), {{{"GAME.001"}, ": GAME.001#1"}});
}

TEST(OpenGame, AsksWhichOfSeveralGames) {
  expect_said(
      game_in("", "A") + game_in("", "B"),
      {{{""}, "! @: several games in this folder; name one of their files: @/A.000, @/B.000"},
       {{"B.000"}, "B.000: B.001#1"}});
}

TEST(OpenGame, ReportsAnIndexThatIsNotOne) {
  expect_said({{"GAME.000", {1, 2, 3, 4, 5}}, {"GAME.001", disk_of()}},
              {{{""},
                ": GAME.001#1; GAME.000: not an index or resource file of a SCUMM game; without an "
                "index, costumes have no ids (at byte 0)"},
               {{"GAME.000"}, std::string("! @/GAME.000") + kNoGame}});
}

TEST(OpenGame, PrefersAFileThatCanBeUsedForADisk) {
  expect_said(files_of({"GAME.000", "game.001"}) + Files{{"GAME.001", {}}, {"GAME.LA0", {}}},
              {{{""}, "GAME.000: game.001#1"}});
}

TEST(OpenGame, SaysWhyTheOnlyDiskCannotBeUsed) {
  const TemporaryFolder folder;
  folder.put("GAME.000", index_of());
  std::filesystem::create_symlink("/dev/null", folder / "GAME.001");
  EXPECT_EQ(said_of(open_game(folder.path())),
            "! " + (folder / "GAME.001").string() + ": cannot open: not a regular file");
}

TEST(OpenGame, SaysWhatIsMissing) {
  expect_said({}, {{{""}, "! @: no SCUMM index or resource file in this folder"},
                   {{"none"}, "! @/none: cannot open: No such file or directory"}});
  expect_said(
      {{"GAME.000", index_of()}, {"x.txt", bytes_of("x")}},
      {{{""}, "! @/GAME.000: no resource file of that name beside this index (such as GAME.001)"},
       {{"x.txt"}, std::string("! @/x.txt") + kNoGame}});
  EXPECT_EQ(said_of(open_game(std::filesystem::path())), "! \"\": there is no such file");
  for (const auto& [index, resources] :
       {std::pair("GAME.000", "GAME.001"), std::pair("THEDIG.LA0", "THEDIG.LA1"),
        std::pair("samnmax.sm0", "samnmax.sm1"), std::pair("PUTT.HE0", "PUTT.HE1"),
        std::pair("Putt (0)", "Putt (1)"), std::pair("Putt 0", "Putt 1"),
        std::pair("renamed", "renamed.001")}) {
    expect_said(files_of({index}, Version::v7),
                {{{index}, "! @/" + std::string(index) + kAlone + resources + ")"}});
  }
}

TEST(OpenGame, FindsFilesInMemoryByNameOrAsTheOnlyGame) {
  const auto folder = open_files({{"Monkey/MONKEY.002", disk_of()},
                                  {"Monkey/Extra/OTHER.000", index_of()},
                                  {"Monkey/Monkey.000", index_of()},
                                  {"Monkey/monkey.001", disk_of()}});
  for (const char* name : {"", "Monkey.000"}) {
    const Result<GameInput> input = open_game(*folder, name);
    EXPECT_EQ(said_of(input), "Monkey.000: monkey.001#1, MONKEY.002#2");
    EXPECT_TRUE(input && input->folder == "Monkey");
  }
  EXPECT_EQ(said_of(open_game(*folder, "OTHER.000")),
            "! Monkey/OTHER.000: cannot open: no such file");
  EXPECT_EQ(open_game(*open_files({})).error().code, ErrorCode::not_found);
}

TEST(OpenGame, LooksIntoContainers) {
  const Files pak = {{"monkey1.pak", make_pak(game_in("classic/en/"))}};
  const std::string inside = "monkey1.pak/classic/en/MONKEY.00";
  const std::string whole = inside + "0: " + inside + "1#1";
  expect_said(
      pak,
      {{{"", "monkey1.pak", "monkey1.pak/classic/en", "monkey1.pak/classic/en/MONKEY.000"}, whole},
       {{inside + "1"}, ": " + inside + "1#1"},
       {{"monkey1.pak/de"}, "! @/monkey1.pak/de: cannot open: no such file"},
       {{"monkey1.pak/de/MONKEY.000"},
        "! @/monkey1.pak/de/MONKEY.000: there is no such file in monkey1.pak"},
       {{"monkey1.pak/classic/en/OTHER.000"},
        "! @/monkey1.pak/classic/en/OTHER.000: cannot open: no such file"}});
  const TemporaryFolder folder;
  folder.put("monkey1.pak", pak[0].second);
  const Result<GameInput> input = open_game(folder.path());
  EXPECT_EQ(input->folder, folder.path());
  EXPECT_EQ(input->container, "monkey1.pak");
  EXPECT_EQ(paths_of(*input), std::vector{folder / "monkey1.pak"});
  const auto memory = open_files({{"monkey1.pak", pak[0].second}});
  const Result<GameInput> in_memory = open_game(*memory);
  EXPECT_EQ(said_of(in_memory), whole);
  EXPECT_TRUE(in_memory && in_memory->folder.empty());
}

TEST(OpenGame, ReadsTheNamesOfASpecialEdition) {
  Files files = game_in("classic/en/");
  for (const char* name :
       {"art/costumes/24_leaders-skin.costume.xml", "art/costumes/24_z.costume.xml",
        "art/costumes/7_.costume.xml", "art/costumes/0_none.costume.xml",
        "art/costumes/70000_far.costume.xml", "art/costumes/12_image.dxt",
        "art/costumes/x_y.costume.xml", "art/rooms/28_bar.room.xml"}) {
    files.push_back({name, {}});
  }
  const std::vector<uint8_t> pak = make_pak(files);
  const auto folder = open_files({{"monkey1.pak", pak}});
  for (const char* path : {"monkey1.pak", "monkey1.pak/classic/en/MONKEY.000"}) {
    const Result<GameInput> input = open_game(*folder, path);
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

TEST(OpenGame, ChoosesAmongGamesInContainersAndBeside) {
  const Files a = {{"a.pak", make_pak(game_in(""))}};
  expect_said(a + game_in(""), {{{""}, "MONKEY.000: MONKEY.001#1"}});
  expect_said({{"a.pak", make_pak(game_in("z/") + Files{{"a/SAVE.001", disk_of()}})}},
              {{{""}, "a.pak/z/MONKEY.000: a.pak/z/MONKEY.001#1"}});
  expect_said({{"a.pak", make_pak(game_in("en/"))}, {"b.zip", make_zip(game_in("de/"))}},
              {{{""},
                "! @: several games inside; name one of their files: @/a.pak/en/MONKEY.000, "
                "@/b.zip/de/MONKEY.000"}});
  expect_said({{"c.pak", make_pak(game_in("en/") + game_in("fr/"))}},
              {{{"c.pak"},
                "! @/c.pak: several games inside; name one of their files: @/c.pak/en/MONKEY.000, "
                "@/c.pak/fr/MONKEY.000"},
               {{"c.pak/fr/MONKEY.000"}, "c.pak/fr/MONKEY.000: c.pak/fr/MONKEY.001#1"}});
  expect_said({{"d.pak", make_pak(game_in("en/") + game_in("en/", "OTHER"))}},
              {{{"d.pak"},
                "! @/d.pak/en: several games in this folder; name one of their files: "
                "@/d.pak/en/MONKEY.000, @/d.pak/en/OTHER.000"}});
}

TEST(OpenGame, FindsFoldersWhoseNamesStartAlike) {
  expect_said({{"a.zip", make_zip(game_in("Game/") + Files{{"Game 2/readme.txt", {1}}})}},
              {{{"", "a.zip", "a.zip/Game", "a.zip/Game/MONKEY.000"},
                "a.zip/Game/MONKEY.000: a.zip/Game/MONKEY.001#1"}});
}

TEST(OpenGame, SearchesFoldersDownToALimit) {
  std::string below;
  for (int i = 0; i < 32; ++i) below += "a/";
  const auto open_at = [&](const std::string& at) {
    return open_game(*open_files({{"readme.txt", Bytes(index_of()).first(1)},
                                  {at + "MONKEY.000", index_of()},
                                  {at + "MONKEY.001", disk_of()}}));
  };
  EXPECT_TRUE(open_at(below));
  EXPECT_EQ(open_at(below + "b/").error().message,
            below + "b: over 32 folders down, too deep to search");
}

TEST(OpenGame, LooksIntoAContainerInsideAContainer) {
  expect_said({{"a.zip", make_zip({{"x/b.pak", make_pak(game_in("en/"))}})}},
              {{{"", "a.zip", "a.zip/x/b.pak", "a.zip/x/b.pak/en/MONKEY.000"},
                "a.zip/x/b.pak/en/MONKEY.000: a.zip/x/b.pak/en/MONKEY.001#1"}});
  expect_said({{"c.zip", make_zip({{"a.zip", make_zip({{"b.pak", make_pak(game_in(""))}})}})}},
              {{{"c.zip"}, "! @/c.zip/a.zip/b.pak: a container inside of two; unpack it first"}});
}

TEST(OpenGame, FailsIfTheGameMayBeInAContainerThatCannotBeOpened) {
  const Files broken = {{"a.pak", bytes_of("KAPL")}};
  const std::string problem = "! @/a.pak: this .pak ends within its header";
  expect_said(broken, {{{"", "a.pak"}, problem}});
  expect_said(broken + Files{{"b.pak", make_pak(game_in(""))}},
              {{{""}, problem + "; if the game is not in there, name its file: @/b.pak/MONKEY.000"},
               {{"b.pak/MONKEY.000"}, "b.pak/MONKEY.000: b.pak/MONKEY.001#1"}});
  expect_said({{"a.zip", make_zip(game_in(""), 8, 1)}},
              {{{"a.zip"},
                "! @/a.zip/MONKEY.000: locked with a password in its .zip; unpack the .zip first, "
                "and 1 more like it"}});
  expect_said({{"text", bytes_of("text")}},
              {{{"text/MONKEY.000"}, "! @/text/MONKEY.000: there is no such file"}});
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
    EXPECT_TRUE(open_game(
        WithClosedFile({{name, pak}, {"GAME.000", index_of()}, {"GAME.001", disk_of()}}, name)))
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

/// Returns a file of `size` bytes: `bytes`, then zeros.
std::vector<uint8_t> starting_with(std::vector<uint8_t> bytes, size_t size) {
  bytes.resize(size);
  return bytes;
}

TEST(UnreadGames, AreNamedByTheFileAndByTheFolder) {
  struct Case {
    const char* name;
    std::vector<uint8_t> bytes;
    const char* what;
  };
  const Case cases[] = {
      {"00.LFL", starting_with({9, 0, 0, 0, '0', 'R'}, 6532),
       "the index of Loom for the PC Engine, which is not read"},
      {"00.LFL", zeros(1188),
       "the index of Maniac Mansion for the C64 or Apple II, which is not read"},
      {"00.LFL", starting_with({0xFF, 0xFE}, 1914),
       "the index of Zak McKracken for the C64, which is not read"},
      {"00.LFL", zeros(2082), "the index of Maniac Mansion for the NES, which is not read"},
      {"00.MAN", zeros(3), "named like an index of SCUMM version 1 to 3, but not one"},
      {"42.LFL", zeros(100),
       "a room of SCUMM version 1 to 3 without its index, 00.LFL: read only if it is named, and "
       "whole"},
      {"Maniac.D64", zeros(174848), "a disk image of the C64, which is not read"},
      {"maniac1.dsk", zeros(10), "a disk image of the Apple II, which is not read"},
      {"maniac.prg", zeros(10), "an image of the NES, which is not read"}};
  for (const auto& [name, bytes, what] : cases) {
    expect_said({{name, bytes}}, {{{"", name}, "! @/" + std::string(name) + ": " + what}});
  }
  expect_said({{"games.zip", make_zip({{"c64/Maniac.D64", zeros(174848)}})}},
              {{{"", "games.zip", "games.zip/c64"},
                "! @/games.zip/c64/Maniac.D64: a disk image of the C64, which is not read"}});
}

TEST(UnreadGames, AreNoOtherFiles) {
  for (const auto& [name, size] :
       {std::pair("notes.txt", 1188u), {"disk.d64", 1000u}, {"900.LFL", 1188u}}) {
    expect_said({{name, zeros(size)}},
                {{{name}, "! @/" + std::string(name) + kNoGame},
                 {{""}, "! @: no SCUMM index or resource file in this folder"}});
  }
}

TEST(UnreadGames, MayHaveTheirIndexInAProgram) {
  const Files steam = {{"02.LFL", {1, 2, 3}}, {"Loom.EXE", bytes_of("MZ")}};
  expect_said(
      steam, {{{""},
               "! @/02.LFL: a room of SCUMM version 1 to 3 without its index, 00.LFL: read only if "
               "it is named, and whole (the index may be inside Loom.EXE)"}});
  const Files old = {{"00.LFL", {1, 2, 3}}};
  expect_said(steam + old,
              {{{""}, "! @/00.LFL: named like an index of SCUMM version 1 to 3, but not one"}});
  const Files alone = old + Files{{"Game.exe", bytes_of("MZ")}, {"GAME.001", disk_of()}};
  expect_said(alone, {{{""}, ": GAME.001#1; program Game.exe"}});
  expect_said(alone + Files{{"GAME.000", index_of()}}, {{{""}, "GAME.000: GAME.001#1"}});
}

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

TEST(ProgramIndex, IsFoundInTheOnlyProgramThatHasOne) {
  struct Game {
    Version version;
    const char* resources;
    uint8_t key;
  };
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

TEST(ProgramIndex, IsFoundInAProgramForTheMac) {
  expect_said({{"DIG.LA1", disk_of(Version::v7)},
               {"The Dig", program_with(index_of(Version::v7))},
               {"README", bytes_of("text")}},
              {{{""}, "The Dig: DIG.LA1#1; program The Dig"}});
}

TEST(ProgramIndex, IsNotFoundIfItIsNotTheOnlyOneOrNotWhole) {
  const std::vector<uint8_t> plain = program_with(index_of());
  const std::vector<uint8_t> xored = program_with(index_of(), kXorKey);
  const auto two = open_files({{"GAME.001", disk_of()}, {"a.exe", plain}, {"b.exe", xored}});
  const Result<GameInput> input = open_game(*two);
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->index);
  EXPECT_EQ(input->rivals, (std::vector<std::string>{"a.exe", "b.exe"}));
  for (const auto& [at, with] : {std::pair<size_t, uint8_t>{find_block(index_of(), "DCOS"), 'X'},
                                 {find_block(index_of(), "DROO") + 7, 0xF0},
                                 {find_block(index_of(), "DCOS") + 8, 0xFF}}) {
    std::vector<uint8_t> index = index_of();
    index[at] = with;
    expect_said({{"GAME.001", disk_of()}, {"a.exe", program_with(index)}},
                {{{""}, ": GAME.001#1; program a.exe"}});
  }
}

TEST(ProgramIndex, IsNotLookedForWhereThereIsAnIndexOrOnlyAFileWasNamed) {
  const Files files = {{"GAME.001", disk_of()}, {"a.exe", program_with(index_of())}};
  expect_said(files, {{{"GAME.001"}, ": GAME.001#1"}});
  expect_said(files + Files{{"GAME.000", {1, 2, 3}}},
              {{{""},
                ": GAME.001#1; GAME.000: not an index or resource file of a SCUMM game; without an "
                "index, costumes have no ids (at byte 0); program a.exe"}});
}

}  // namespace
}  // namespace wardrobe
