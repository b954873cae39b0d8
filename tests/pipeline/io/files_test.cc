#include "pipeline/io/files.h"

#include <gtest/gtest.h>

#include "tests/pipeline/temporary_folder.h"

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

TEST(WriteFile, SaysWhyItCannot) {
  const TemporaryFolder folder;
  const Status status = write_file(folder / "no" / "a", kNew, IfExists::fail);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "cannot create: No such file or directory");
}

TEST(OpenFile, RefusesWhatIsNoRegularFile) {
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

TEST(MemorySource, ReadsWhatIsThereAndNoMore) {
  const auto source = open_memory(kNew);
  std::vector<uint8_t> out(2);
  ASSERT_TRUE(source->read(2, out));
  EXPECT_EQ(out, (std::vector<uint8_t>{6, 7}));
  EXPECT_FALSE(source->read(3, out));
  EXPECT_FALSE(source->read(~uint64_t{0}, out));
}

}  // namespace
}  // namespace wardrobe
