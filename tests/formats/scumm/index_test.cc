#include "formats/scumm/index.h"

#include <gtest/gtest.h>

#include "formats/scumm/block.h"

namespace wardrobe {
namespace {

GameIndex small_index(uint32_t maxs_size) {
  GameIndex index;
  index.maxs_size = maxs_size;
  index.named_room = {1, 80};
  index.room_name = {"beach", "lookout"};
  index.rooms = {{0, 1, 2}, {0, 0, 0}};
  index.costumes = {{0, 1, 0, 80}, {0, 0x1234, 0, 0x89ABCDEF}};
  return index;
}

TEST(Index, ReadsBackWhatItWrote) {
  for (const auto& [version, maxs_size] : {std::pair{5, 26u}, std::pair{6, 38u}}) {
    const GameIndex index = small_index(maxs_size);
    std::vector<Error> problems;
    EXPECT_EQ(read_index(write_index(index, version), problems), index);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(version_of_maxs(maxs_size), version);
  }
}

TEST(Index, CutsNamesAtNineBytes) {
  GameIndex index = small_index(26);
  index.room_name[0] = "a very long name";
  std::vector<Error> problems;
  EXPECT_EQ(read_index(write_index(index, 5), problems).room_name[0], "a very lo");
}

TEST(Index, KeepsTheEntriesThatAreThereOfACutDirectory) {
  std::vector<uint8_t> bytes;
  {
    const BlockScope dcos(bytes, "DCOS");
    ByteWriter writer(bytes);
    writer.u16(3);
    for (const unsigned room : {1, 2, 3}) writer.u8(room);
    writer.u32(10);
    writer.u32(20);
    writer.u16(0);
  }
  std::vector<Error> problems;
  const GameIndex index = read_index(bytes, problems);
  EXPECT_EQ(index.costumes, (Directory{{1, 2}, {10, 20}}));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "DCOS says 3 entries but holds 2");
}

TEST(Index, SaysWhereABlockDoesNotFit) {
  std::vector<uint8_t> bytes = write_index(small_index(26), 5);
  bytes.resize(bytes.size() - 1);
  std::vector<Error> problems;
  const GameIndex index = read_index(bytes, problems);
  EXPECT_EQ(index.costumes, small_index(26).costumes) << "what stands before is read";
  EXPECT_FALSE(problems.empty());
}

}  // namespace
}  // namespace wardrobe
