// How the files of releases and of collections lie in folders, and the wrappers around them.

#include <string>

#include <gtest/gtest.h>

#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

std::vector<uint8_t> inverted(std::vector<uint8_t> bytes) {
  for (uint8_t& byte : bytes) byte ^= 0xFF;
  return bytes;
}

void put_pair(const TemporaryFolder& folder, const std::string& below, const std::string& name) {
  const TestGame game = test_game(Version::v5);
  fs::create_directories(folder / below.c_str());
  folder.put((below + "/" + name + ".000").c_str(), game.files.index);
  folder.put((below + "/" + name + ".001").c_str(), game.files.disks[0]);
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

TEST(Releases, LieInFoldersBelow) {
  const TemporaryFolder folder;
  put_pair(folder, "disc/game/data", "MONKEY");
  put_pair(folder, ".Trash", "OLD");
  fs::create_directories(folder / "disc/manual");
  const Result<GameInput> input = open_game(folder.path());
  EXPECT_EQ(ids_of(input), kIds);
  EXPECT_EQ(input->folder, (folder / "disc/game/data").string());
  EXPECT_EQ(input->index->name, "MONKEY.000");
}

TEST(Releases, OfACollectionAreNamed) {
  const TemporaryFolder folder;
  put_pair(folder, "a", "MONKEY");
  put_pair(folder, "b/c", "ATLANTIS");
  const TestGame game = test_game(Version::v5);
  folder.put("SAVE.001", game.files.disks[0]);  // not packed though it is nearest
  EXPECT_EQ(open_game(folder.path()).error().message,
            folder.path().string() + ": several games inside; name one of their files: " +
                (folder / "a/MONKEY.000").string() + ", " + (folder / "b/c/ATLANTIS.000").string());
  EXPECT_TRUE(open_game(folder / "b/c/ATLANTIS.000"));
}

TEST(Releases, OfALargeCollectionAreCounted) {
  const TemporaryFolder folder;
  for (char c = 'a'; c < 'k'; ++c) put_pair(folder, std::string(1, c), "GAME");
  const std::string message = open_game(folder.path()).error().message;
  EXPECT_TRUE(message.ends_with("/h/GAME.000 and 2 more")) << message;
}

/// Puts rooms 3 and 7 and the index of a game of version 2 into these folders.
void put_rooms(const TemporaryFolder& folder, const char* index, const char* three,
               const char* seven, bool decoded = false) {
  const TestGame game = test_game(Version::v2);
  const auto put = [&](const std::string& where, const char* name, const auto& bytes) {
    fs::create_directories(folder / where.c_str());
    folder.put((where + name).c_str(), decoded ? bytes : inverted(bytes));
  };
  put(index, "00.LFL", game.files.index);
  put(three, "03.LFL", game.files.disks[0]);
  put(seven, "07.LFL", game.files.disks[1]);
}

TEST(Releases, KeepRoomsInFoldersOfTheirOwn) {
  struct Layout {
    const char* index;
    const char* three;
    const char* seven;
    std::vector<const char*> paths;
  };
  for (const Layout& layout :
       {Layout{"", "rooms/", "rooms/", {"", "00.LFL", "rooms"}},
        Layout{"Rooms 1/", "Rooms 1/", "ROOMS 2/", {"", "Rooms 1/00.LFL", "Rooms 1", "ROOMS 2/"}},
        Layout{"", "Rooms 1/", "Rooms 3/", {"", "00.LFL", "Rooms 3"}}}) {
    const TemporaryFolder folder;
    put_rooms(folder, layout.index, layout.three, layout.seven);
    for (const char* path : layout.paths) {
      EXPECT_EQ(ids_of(open_game(*path == 0 ? folder.path() : folder / path)), kIds) << path;
    }
  }
}

TEST(Releases, KeepRoomsInFoldersInsideAContainer) {
  const TestGame game = test_game(Version::v2);
  const std::vector<uint8_t> zip = make_zip({{"Rooms 1/00.LFL", inverted(game.files.index)},
                                             {"Rooms 1/03.LFL", inverted(game.files.disks[0])},
                                             {"Rooms 2/07.LFL", inverted(game.files.disks[1])}});
  const auto folder = open_files({{"a.zip", zip}});
  for (const char* path : {"", "a.zip", "a.zip/Rooms 1", "a.zip/Rooms 2", "a.zip/Rooms 1/00.LFL"}) {
    const Result<GameInput> input = open_game(*folder, path);
    EXPECT_EQ(ids_of(input), kIds) << path;
    EXPECT_TRUE(input && input->resources[1].name == "a.zip/Rooms 2/07.LFL") << path;
  }
}

TEST(Releases, MayHaveALinkToTheirRooms) {
  const TemporaryFolder folder;
  put_rooms(folder, "disk/", "disk/", "disk/");
  fs::create_directory_symlink(folder / "disk", folder / "Rooms");
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

TEST(Releases, MayRepeatTheIndexOnEachDisk) {
  const TemporaryFolder folder;
  put_rooms(folder, "Rooms 1/", "Rooms 1/", "Rooms 2/");
  const TestGame game = test_game(Version::v2);
  folder.put("Rooms 2/00.LFL", inverted(game.files.index));
  EXPECT_EQ(ids_of(open_game(folder.path())), kIds);
  fs::remove(folder / "Rooms 2/00.LFL");
  folder.put("Rooms 2/00.LFL", inverted(test_game(Version::v3_16).files.index));
  EXPECT_FALSE(open_game(folder.path())) << "two different ones";
}

TEST(Releases, MayBeDecodedForReading) {
  const TemporaryFolder folder;
  put_rooms(folder, "", "", "", true);
  EXPECT_EQ(ids_of(open_game(folder.path())), kIds);
}

TEST(Releases, MayBeWrappedInMacBinary) {
  const TestGame game = test_game(Version::v5);
  const auto wrap = [](const char* name, Bytes bytes) { return in_mac_binary(name, bytes); };
  const TemporaryFolder folder;
  folder.put("MONKEY.000.bin", wrap("MONKEY.000", game.files.index));
  folder.put("MONKEY.001", wrap("MONKEY.001", game.files.disks[0]));
  EXPECT_EQ(ids_of(open_game(folder.path())), kIds);
  const TemporaryFolder box;
  box.put("Monkey Data", wrap("Monkey Data", make_mac({{"MONKEY.000", game.files.index},
                                                       {"MONKEY.001", game.files.disks[0]}})));
  EXPECT_EQ(ids_of(open_game(box.path())), kIds);
  EXPECT_EQ(ids_of(open_game(box / "Monkey Data")), kIds);
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
