#include "pipeline/io/files.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

const std::vector<uint8_t> kOld = {1, 2, 3};
const std::vector<uint8_t> kNew = {4, 5, 6, 7};

TEST(WriteFile, WritesAWholeFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", kNew, IfExists::fail));
  EXPECT_EQ(*read_file(folder / "a"), kNew);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a"}));
}

TEST(WriteFile, DoesNotOverwriteUnlessAsked) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", kOld, IfExists::fail));
  EXPECT_FALSE(write_file(folder / "a", kNew, IfExists::fail));
  EXPECT_EQ(*read_file(folder / "a"), kOld);
  ASSERT_TRUE(write_file(folder / "a", kNew, IfExists::replace));
  EXPECT_EQ(*read_file(folder / "a"), kNew);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a"}));
}

TEST(WriteFile, SaysWhyItFails) {
  const TemporaryFolder folder;
  const Status status = write_file(folder / "no" / "a", kNew, IfExists::fail);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            (folder / "no" / "a").string() + ": cannot create: No such file or directory");
}

TEST(WriteFile, WritesFromManyThreadsAtOnce) {
  const TemporaryFolder folder;
  constexpr size_t kThreads = 8;
  constexpr uint8_t kFiles = 20;
  std::vector<std::thread> threads;
  std::vector<size_t> failed(kThreads);
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::string name(1, static_cast<char>('a' + t));
      for (uint8_t i = 0; i < kFiles; ++i) {
        const std::vector<uint8_t> bytes(100, i);
        if (!write_file(folder / name.c_str(), bytes, IfExists::replace)) ++failed[t];
        if (!write_file(folder / "shared", bytes, IfExists::replace)) ++failed[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, std::vector<size_t>(kThreads));
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h", "shared"}));
  EXPECT_EQ(*read_file(folder / "shared"), std::vector<uint8_t>(100, kFiles - 1));
}

TEST(WriteFile, LetsOneOfManyThreadsWinIfNothingMayBeReplaced) {
  const TemporaryFolder folder;
  std::vector<std::thread> threads;
  std::atomic<size_t> won = 0;
  for (size_t t = 0; t < 8; ++t) {
    threads.emplace_back([&] { won += write_file(folder / "a", kNew, IfExists::fail) ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(won, 1u);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a"}));
}

TEST(SameFile, FollowsLinksOfBothKinds) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) {
    ASSERT_TRUE(write_file(folder / name, kNew, IfExists::fail));
  }
  std::filesystem::create_hard_link(folder / "a", folder / "hard");
  std::filesystem::create_symlink("a", folder / "symbolic");
  std::filesystem::create_directory_symlink(folder.path(), folder / "folder");
  for (const char* name : {"a", "hard", "symbolic", "folder/a", "folder/symbolic"}) {
    EXPECT_TRUE(same_file(folder / name, folder / "a")) << name;
    EXPECT_FALSE(same_file(folder / name, folder / "b")) << name;
  }
  EXPECT_FALSE(same_file(folder / "none", folder / "a"));
  EXPECT_FALSE(same_file(folder / "none", folder / "none"));
}

TEST(IsIn, ALinkToAFolderHoldsNothing) {
  const TemporaryFolder folder;
  const std::filesystem::path inner = folder.path() / "inner";
  std::filesystem::create_directory(inner);
  std::filesystem::create_directory_symlink("inner", folder / "link");
  EXPECT_TRUE(is_in(inner / "file", inner));
  EXPECT_TRUE(is_in(folder.path() / "link" / "file", inner));
  EXPECT_FALSE(is_in(inner / "file", folder / "link"));
  EXPECT_FALSE(is_in(folder / "file", inner));
}

TEST(OpenFile, RefusesAnythingButARegularFile) {
  const TemporaryFolder folder;
  EXPECT_FALSE(open_file(folder / "."));
  EXPECT_EQ(open_file(folder / "none").error().code, ErrorCode::not_found);
}

TEST(FileSource, NoticesAFileThatHasShrunk) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", kNew, IfExists::fail));
  const auto source = open_file(folder / "a");
  ASSERT_TRUE(source);
  std::filesystem::resize_file(folder / "a", 2);
  std::vector<uint8_t> out(4);
  const Status read = (*source)->read(0, out);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::truncated);
  EXPECT_EQ(read.error().offset, 2u);
}

TEST(WritePart, WritesANewFileOnly) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_part(folder / "a", kOld));
  EXPECT_FALSE(write_part(folder / "a", kNew));
  EXPECT_EQ(*read_file(folder / "a"), kOld);
}

}  // namespace
}  // namespace wardrobe
