#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/io/files.h"
#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

const std::vector<uint8_t> kBytes = {1, 2};

size_t count_names(const fs::path& folder) {
  const fs::directory_iterator names(folder);
  return static_cast<size_t>(std::distance(begin(names), end(names)));
}

TEST(UnfinishedFolder, IsRemovedWithAllInItUnlessItGetsItsName) {
  const TemporaryFolder here;
  {
    const auto folder = UnfinishedFolder::create(here.path());
    ASSERT_TRUE(folder);
    fs::create_directory(folder->path() / "a");
    ASSERT_TRUE(write_part(folder->path() / "a" / "b", kBytes));
    EXPECT_EQ(count_names(here.path()), 1u);
  }
  EXPECT_EQ(count_names(here.path()), 0u);
}

TEST(UnfinishedFolder, IsNewAndEmptyEachTime) {
  const TemporaryFolder here;
  const auto first = UnfinishedFolder::create(here.path());
  const auto second = UnfinishedFolder::create(here.path());
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->path(), second->path());
  EXPECT_TRUE(fs::is_empty(first->path()));
  EXPECT_FALSE(UnfinishedFolder::create(here / "none"));
}

TEST(UnfinishedFolder, StaysUnderItsName) {
  const TemporaryFolder here;
  {
    auto folder = UnfinishedFolder::create(here.path());
    ASSERT_TRUE(folder);
    ASSERT_TRUE(write_part(folder->path() / "b", kBytes));
    ASSERT_TRUE(folder->move_to(here / "out"));
    EXPECT_TRUE(folder->path().empty());
  }
  EXPECT_TRUE(fs::exists(here / "out" / "b"));
  EXPECT_EQ(count_names(here.path()), 1u);
}

TEST(UnfinishedFolder, FillsAFolderAndReplacesOnlyIfAsked) {
  const TemporaryFolder here;
  fs::create_directory(here / "out");
  for (const IfExists if_exists : {IfExists::fail, IfExists::replace, IfExists::fail}) {
    const bool is_free = count_names(here / "out") == 0;
    auto folder = UnfinishedFolder::create(here.path());
    ASSERT_TRUE(folder);
    ASSERT_TRUE(folder->write("a", kBytes));
    const Status moved = folder->move_contents(here / "out", if_exists);
    EXPECT_EQ(static_cast<bool>(moved), is_free || if_exists == IfExists::replace);
    EXPECT_TRUE(moved || moved.error().message.ends_with("/out/a: cannot create: File exists"));
    EXPECT_EQ(folder->path().empty(), static_cast<bool>(moved));
  }
  EXPECT_EQ(count_names(here.path()), 1u);
  EXPECT_EQ(*read_file(here / "out" / "a"), kBytes);
}

TEST(UnfinishedFolder, GivesTheOldFolderBackIfThatMayNotGo) {
  const TemporaryFolder here;
  fs::create_directory(here / "out");
  ASSERT_TRUE(write_part(here / "out" / "old", kBytes));
  {
    auto folder = UnfinishedFolder::create(here.path());
    ASSERT_TRUE(folder);
    ASSERT_TRUE(folder->write("new", kBytes));
    const Status replaced = folder->replace(here / "out", [](const fs::path& old) -> Status {
      EXPECT_TRUE(fs::exists(old / "old"));
      return Error{ErrorCode::io, kNoOffset, "it is needed"};
    });
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.error().message, "it is needed");
  }
  EXPECT_TRUE(fs::exists(here / "out" / "old"));
  EXPECT_EQ(count_names(here / "out"), 1u);
  EXPECT_EQ(count_names(here.path()), 1u);
}

TEST(UnfinishedFolder, IsRemovedWhereItCannotGetItsName) {
  const TemporaryFolder here;
  ASSERT_TRUE(write_part(here / "out", kBytes));
  {
    auto folder = UnfinishedFolder::create(here.path());
    ASSERT_TRUE(folder);
    const Status moved = folder->move_to(here / "out");
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().message, "cannot create: Not a directory");
  }
  EXPECT_EQ(count_names(here.path()), 1u);
}

TEST(UnfinishedFolder, IsRemovedWhereTheProcessIsInterrupted) {
  const TemporaryFolder here;
  EXPECT_EXIT(
      {
        const auto folder = UnfinishedFolder::create(here.path());
        static_cast<void>(write_part(folder->path() / "b", kBytes));
        remove_unfinished_folders();
        std::_Exit(count_names(here.path()) == 0 ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace wardrobe
