#include <gtest/gtest.h>

#include "pipeline/io/files.h"
#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

using FolderNames = std::vector<std::string>;

std::vector<uint8_t> content(const Folder& folder, const std::string& name) {
  const auto file = folder.open(name);
  if (!file) return {};
  std::vector<uint8_t> bytes((*file)->size());
  return (*file)->read(0, bytes) ? bytes : std::vector<uint8_t>{};
}

TEST(Directory, ListsWhatIsInItAndOpensFiles) {
  const TemporaryFolder temporary;
  const std::vector<uint8_t> bytes = {1, 2};
  ASSERT_TRUE(write_file(temporary / "b", bytes, IfExists::fail));
  ASSERT_TRUE(write_file(temporary / "B", bytes, IfExists::fail));
  std::filesystem::create_directory(temporary / "a");
  const auto folder = open_directory(temporary.path().string());
  std::filesystem::create_directory_symlink(temporary.path(), temporary / "circle");
  EXPECT_EQ(*folder->names(), (FolderNames{"B", "b"}));
  EXPECT_EQ(*folder->folders(), (FolderNames{"a"}));
  EXPECT_EQ(folder->folder("a")->path(), (temporary / "a").string());
  EXPECT_EQ(content(*folder, "b"), bytes);
  EXPECT_FALSE(folder->open("a"));
  EXPECT_FALSE(folder->open("c"));
  EXPECT_EQ(folder->path_of("b"), (temporary / "b").string());
}

TEST(Directory, SaysThatItCannotBeListed) {
  const auto folder = open_directory("/none/at/all");
  EXPECT_EQ(folder->names().error().message,
            "/none/at/all: cannot list: No such file or directory");
}

TEST(FilesInMemory, LieInTheFolderThatAllOfThemAreBelow) {
  const std::vector<uint8_t> a = {1};
  const std::vector<uint8_t> b = {2, 3};
  struct Expected {
    std::vector<NamedBytes> files;
    const char* path;
    FolderNames names;
    FolderNames folders;
  };
  const Expected cases[] = {
      {{{"B", b}, {"A", a}}, "", {"A", "B"}, {}},
      {{{"GAME/B", b}, {"GAME/A", a}}, "GAME", {"A", "B"}, {}},
      {{{"GAME/DATA/B", b}, {"GAME/DATA/A", a}}, "GAME/DATA", {"A", "B"}, {}},
      {{{"GAME/DATA/B", b}, {"GAME/A", a}}, "GAME", {"A"}, {"DATA"}},
      {{{"GAME/DATA/A", a}, {"GAME/DATES/A", b}}, "GAME", {}, {"DATA", "DATES"}},
      {{{"GAME/DATA/MORE/A", b}, {"GAME/A", a}, {"GAME/DATA/B", b}}, "GAME", {"A"}, {"DATA"}},
      {{{"GAME1/A", a}, {"GAME2/A", b}}, "", {}, {"GAME1", "GAME2"}},
      {{{"GAME/A", a}, {"GAME 2/A", b}, {"GAME/B", b}}, "", {}, {"GAME", "GAME 2"}},
      {{{"/GAME/A", a}}, "/GAME", {"A"}, {}},
      {{}, "", {}, {}}};
  for (const Expected& c : cases) {
    const auto folder = open_files(c.files);
    EXPECT_EQ(folder->path(), c.path);
    EXPECT_EQ(*folder->names(), c.names);
    EXPECT_EQ(*folder->folders(), c.folders);
    for (const std::string& name : c.folders) {
      EXPECT_FALSE(folder->folder(name)->names()->empty()) << name;
    }
    for (const std::string& name : c.names) EXPECT_EQ(content(*folder, name), name == "A" ? a : b);
  }
}

}  // namespace
}  // namespace wardrobe
