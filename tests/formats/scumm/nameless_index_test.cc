#include "formats/scumm/nameless_index.h"

#include <gtest/gtest.h>

#include "formats/scumm/version.h"
#include "tools/sample/write_index.h"

namespace wardrobe {
namespace {

GameIndex index_of(int version) {
  GameIndex index;
  index.version = version;
  index.rooms = {{0, 1, 1, 1}, {0, 0, 0, 0}};
  index.costumes = {{0, 3, 0, 2}, {0, 500, 0, 60000}};
  return index;
}

TEST(NamelessIndex, IsReadAsItWasWritten) {
  for (const int version : {kScumm1, kScumm2, kScumm3Old}) {
    const std::vector<uint8_t> bytes = write_index(index_of(version), version);
    std::vector<Error> problems;
    const GameIndex index = read_nameless_index(bytes, 0, 3, problems);
    EXPECT_TRUE(problems.empty()) << version;
    EXPECT_EQ(index.version, version);
    for (size_t id = 1; id < 4; ++id) {
      EXPECT_EQ(index.costumes.room[id], index_of(version).costumes.room[id]) << version;
      if (id == 2) continue;
      EXPECT_EQ(index.costumes.offset[id], index_of(version).costumes.offset[id]) << version;
    }
    EXPECT_EQ(index.costumes.room.size(), version == kScumm1 ? 35u : 4u);
  }
}

TEST(NamelessIndex, OfVersion1HasTheSizeOfItsGame) {
  for (const size_t size : {1972, 1896}) {
    std::vector<uint8_t> bytes(size, 0xFF);
    bytes[0] = 0x31;
    bytes[1] = 0x0A;
    std::vector<Error> problems;
    const GameIndex index = read_nameless_index(bytes, 0, 1, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(index.costumes.room.size(), size == 1972 ? 35u : 37u);
    EXPECT_EQ(index.costumes.room[1], 0) << "an offset that leads nowhere";
  }
  const std::vector<uint8_t> bytes = {0x31, 0x0A};
  std::vector<Error> problems;
  EXPECT_EQ(read_nameless_index(bytes, 0, 58, problems).rooms.room.size(), 61u)
      << "only Zak has room 58";
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "the index ends inside its list of rooms");
}

TEST(NamelessIndex, IsOfTheVersionWhoseListsFit) {
  std::vector<uint8_t> bytes = write_index(index_of(kScumm2), kScumm2);
  bytes.insert(bytes.end(), 64, 0);
  std::vector<Error> problems;
  EXPECT_EQ(read_nameless_index(bytes, 0, 84, problems).version, kScumm2);
  EXPECT_EQ(read_nameless_index(bytes, 3, 1, problems).version, kScumm3Old) << "as the user says";
  bytes.push_back(0);
  EXPECT_EQ(read_nameless_index(bytes, 0, 83, problems).version, kScumm2) << "none fits";
  EXPECT_EQ(read_nameless_index(bytes, 0, 84, problems).version, kScumm3Old) << "by the rooms";
  EXPECT_EQ(read_nameless_index(bytes, 2, 84, problems).version, kScumm2);
}

TEST(NamelessIndex, IsSafeWhereverItEnds) {
  const std::vector<uint8_t> whole = write_index(index_of(kScumm3Old), kScumm3Old);
  for (size_t size = 0; size < whole.size(); size += 7) {
    std::vector<Error> problems;
    read_nameless_index(Bytes(whole).first(size), kScumm3, 1, problems);
    EXPECT_FALSE(problems.empty()) << size;
  }
}

}  // namespace
}  // namespace wardrobe
