// How the files of releases and of collections lie in folders, and the wrappers around them.

#include <string>

#include <gtest/gtest.h>

#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/game_folders.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> inverted(std::vector<uint8_t> bytes) {
  for (uint8_t& byte : bytes) byte ^= 0xFF;
  return bytes;
}

std::vector<uint16_t> ids_of(const Result<GameInput>& input) {
  if (!input) {
    ADD_FAILURE() << input.error().message;
    return {};
  }
  const Result<Packed> packed = pack_game(*input, {});
  if (!packed) {
    ADD_FAILURE() << packed.error().message;
    return {};
  }
  EXPECT_TRUE(packed->tables.failures.costume.empty());
  std::vector<uint16_t> ids;
  for (const uint16_t id : packed->tables.costumes.id) {
    if (id != 0) ids.push_back(id);
  }
  return ids;
}

const std::vector<uint16_t> kIds = {1, 2, 3};

/// Returns the index and rooms 3 and 7 of a game of version 2, in these folders.
Files rooms_in(const std::string& index, const std::string& three, const std::string& seven) {
  const GameFiles& game = game_of(Version::v2);
  return {{index + "00.LFL", inverted(game.index)},
          {three + "03.LFL", inverted(game.disks[0])},
          {seven + "07.LFL", inverted(game.disks[1])}};
}

TEST(Releases, LieInFoldersBelow) {
  expect_said(game_in("disc/game/data/") + game_in(".Trash/", "OLD") + Files{{"disc/manual/x", {}}},
              {{{""}, "MONKEY.000: MONKEY.001#1; in @/disc/game/data"}});
}

TEST(Releases, OfACollectionAreNamed) {
  const Files save = {{"SAVE.001", disk_of()}};  // not packed though it is nearest
  expect_said(game_in("a/") + game_in("b/c/", "ATLANTIS") + save,
              {{{""},
                "! @: several games inside; name one of their files: @/a/MONKEY.000, "
                "@/b/c/ATLANTIS.000"},
               {{"b/c/ATLANTIS.000"}, "ATLANTIS.000: ATLANTIS.001#1; in @/b/c"}});
  Files many;
  for (char c = 'a'; c < 'k'; ++c) many = many + game_in(std::string(1, c) + "/", "GAME");
  expect_said(many, {{{""},
                      "! @: several games inside; name one of their files: @/a/GAME.000, "
                      "@/b/GAME.000, @/c/GAME.000, @/d/GAME.000, @/e/GAME.000, @/f/GAME.000, "
                      "@/g/GAME.000, @/h/GAME.000 and 2 more"}});
}

TEST(Releases, KeepRoomsInFoldersOfTheirOwn) {
  expect_said(rooms_in("", "rooms/", "rooms/"),
              {{{"", "00.LFL", "rooms"}, "00.LFL: rooms/03.LFL#3, rooms/07.LFL#7"}});
  expect_said(rooms_in("Rooms 1/", "Rooms 1/", "ROOMS 2/"),
              {{{"", "Rooms 1/00.LFL", "Rooms 1", "ROOMS 2/"},
                "Rooms 1/00.LFL: Rooms 1/03.LFL#3, ROOMS 2/07.LFL#7"}});
  expect_said(rooms_in("", "Rooms 1/", "Rooms 3/"),
              {{{"", "00.LFL", "Rooms 3"}, "00.LFL: Rooms 1/03.LFL#3, Rooms 3/07.LFL#7"}});
  const Files two = rooms_in("Rooms 1/", "Rooms 1/", "Rooms 2/");
  expect_said({{"a.zip", make_zip(two)}},
              {{{"", "a.zip", "a.zip/Rooms 1", "a.zip/Rooms 2", "a.zip/Rooms 1/00.LFL"},
                "a.zip/Rooms 1/00.LFL: a.zip/Rooms 1/03.LFL#3, a.zip/Rooms 2/07.LFL#7"}});
  // Each disk may have the index, if that is the same.
  expect_said(two + Files{{"Rooms 2/00.LFL", inverted(index_of(Version::v2))}},
              {{{""}, "Rooms 1/00.LFL: Rooms 1/03.LFL#3, Rooms 2/07.LFL#7"}});
  expect_said(two + Files{{"Rooms 2/00.LFL", inverted(index_of(Version::v3_16))}},
              {{{""},
                "! @: several games in this folder; name one of their files: @/Rooms 1/00.LFL, "
                "@/Rooms 2/00.LFL"}});
}

TEST(Releases, MayBeDecodedForReading) {
  Files files = rooms_in("", "", "");
  for (auto& [name, bytes] : files) bytes = inverted(bytes);
  expect_said(files, {{{""}, "00.LFL: 03.LFL#3, 07.LFL#7"}});
}

TEST(Releases, MayBeWrappedInMacBinary) {
  const std::vector<uint8_t> index = in_mac_binary("MONKEY.000", index_of());
  const std::vector<uint8_t> disk = in_mac_binary("MONKEY.001", disk_of());
  const auto two = open_files({{"MONKEY.000.bin", index}, {"MONKEY.001", disk}});
  EXPECT_EQ(ids_of(open_game(*two)), kIds);
  const std::vector<uint8_t> box = in_mac_binary("Monkey Data", make_mac(game_in("")));
  const auto one = open_files({{"Monkey Data", box}});
  for (const char* path : {"", "Monkey Data"}) EXPECT_EQ(ids_of(open_game(*one, path)), kIds);
}

TEST(Releases, MayHaveALinkToTheirRooms) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "disk");
  for (const auto& [name, bytes] : rooms_in("disk/", "disk/", "disk/")) {
    folder.put(name.c_str(), bytes);
  }
  std::filesystem::create_directory_symlink(folder / "disk", folder / "Rooms");
  EXPECT_EQ(ids_of(open_game(folder / "Rooms")), kIds);
  EXPECT_EQ(ids_of(open_game(folder / "Rooms/00.LFL")), kIds);
}

/// A folder with rooms in memory, and with a folder "Rooms 2" that cannot be listed.
class WithClosedRooms : public Folder {
 public:
  explicit WithClosedRooms(const std::vector<NamedBytes>& files)
      : Folder(""), inner_(open_files(files)) {}
  Result<std::vector<std::string>> names() const override { return inner_->names(); }
  Result<std::vector<std::string>> folders() const override {
    Result<std::vector<std::string>> folders = inner_->folders();
    folders->push_back("Rooms 2");
    return folders;
  }
  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    return inner_->open(name);
  }
  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return name == "Rooms 2" ? open_directory("/none/at/all") : inner_->folder(name);
  }

 private:
  std::unique_ptr<Folder> inner_;
};

TEST(Releases, MayHaveRoomsInAFolderThatCannotBeListed) {
  const std::string closed = "Rooms 2: this folder of rooms cannot be listed";
  const TestGame old = test_game(Version::v2);
  const std::vector<uint8_t> index = inverted(old.files.index);
  const std::vector<uint8_t> room = inverted(old.files.disks[0]);
  const Result<GameInput> rooms = open_game(WithClosedRooms({{"00.LFL", index}, {"03.LFL", room}}));
  ASSERT_TRUE(rooms) << rooms.error().message;
  ASSERT_EQ(rooms->problems.size(), 1u) << "its rooms are missing";
  EXPECT_EQ(describe(rooms->problems[0].name, rooms->problems[0].error), closed);
  const TestGame game = test_game(Version::v5);
  const Bytes files[] = {game.files.index, game.files.disks[0]};
  const Result<GameInput> own =
      open_game(WithClosedRooms({{"A.000", files[0]}, {"A.001", files[1]}}));
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_TRUE(own->problems.empty()) << "the game has no such folder";
  EXPECT_EQ(
      open_game(WithClosedRooms(
                    {{"readme", files[1].first(1)}, {"a/A.000", files[0]}, {"a/A.001", files[1]}}))
          .error()
          .message,
      closed + "; if the game is not in there, name its file: a/A.000");
}

TEST(Releases, MayHaveAnIndexOfTheSizeOfAnother) {
  for (const size_t size : {1188, 1914, 2082, 6532}) {
    const TestGame game = test_game(Version::v2);
    std::vector<uint8_t> index = game.files.index;
    const size_t objects = size - index.size();
    ByteReader count(index, 2);
    const unsigned had = count.u16();
    index.insert(index.begin() + 4, objects, 0);
    ByteWriter(index).patch_u16(2, static_cast<unsigned>(had + objects));
    const TemporaryFolder folder;
    folder.put("00.LFL", inverted(index));
    folder.put("03.LFL", inverted(game.files.disks[0]));
    folder.put("07.LFL", inverted(game.files.disks[1]));
    EXPECT_EQ(ids_of(open_game(folder.path())), kIds) << size;
  }
}

TEST(Releases, ArePackedWithAFailureForADamagedNameInTheirContainer) {
  const TestGame game = test_game(Version::v2);
  const std::vector<uint8_t> mac = make_mac({{"00.LFL", inverted(game.files.index)},
                                             {"03.LFL", inverted(game.files.disks[0])},
                                             {"\x10"
                                              "7.LFL",
                                              inverted(game.files.disks[1])}});
  const Result<GameInput> input = open_game(*open_files({{"Game", mac}}));
  ASSERT_TRUE(input) << input.error().message;
  const Result<Packed> packed = pack_game(*input, {});
  ASSERT_TRUE(packed);
  ASSERT_EQ(packed->tables.failures.costume.size(), 1U);
  EXPECT_EQ(text_at(packed->tables.failures.error_offset, packed->tables.failures.error, 0),
            "its name in the container has control bytes");
}

}  // namespace
}  // namespace wardrobe
