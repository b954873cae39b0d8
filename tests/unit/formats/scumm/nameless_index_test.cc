#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/write_index.h"

namespace wardrobe {
namespace {

GameIndex index_of(Version version) {
  GameIndex index;
  index.version = version;
  index.rooms = {{0, 1, 1, 1}, {0, 0, 0, 0}};
  index.costumes = {{0, 3, 0, 2}, {0, 500, 0, 60000}};
  return index;
}

TEST(NamelessIndex, IsReadAsItWasWritten) {
  for (const Version version : {Version::v1, Version::v2, Version::v3_16}) {
    const std::vector<uint8_t> bytes = write_index(index_of(version), version);
    std::vector<Error> problems;
    const GameIndex index = read_nameless_index(bytes, std::nullopt, 3, problems);
    EXPECT_TRUE(problems.empty()) << facts(version).name;
    EXPECT_EQ(index.version, version);
    for (size_t id = 1; id < 4; ++id) {
      EXPECT_EQ(index.costumes.room[id], index_of(version).costumes.room[id])
          << facts(version).name;
      if (id == 2) continue;
      EXPECT_EQ(index.costumes.offset[id], index_of(version).costumes.offset[id])
          << facts(version).name;
    }
    EXPECT_EQ(index.costumes.room.size(), version == Version::v1 ? 35u : 4u);
  }
}

TEST(NamelessIndex, OfVersion1HasTheSizeOfItsGame) {
  for (const size_t size : {1972, 1896}) {
    std::vector<uint8_t> bytes(size, 0xFF);
    bytes[0] = 0x31;
    bytes[1] = 0x0A;
    std::vector<Error> problems;
    const GameIndex index = read_nameless_index(bytes, std::nullopt, 1, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(index.costumes.room.size(), size == 1972 ? 35u : 37u);
    EXPECT_EQ(index.costumes.room[1], 0) << "an offset that leads nowhere";
  }
  const std::vector<uint8_t> bytes = {0x31, 0x0A};
  std::vector<Error> problems;
  EXPECT_EQ(read_nameless_index(bytes, std::nullopt, 58, problems).rooms.room.size(), 61u)
      << "only Zak has room 58";
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "the index ends inside its list of rooms");
}

TEST(NamelessIndex, IsOfTheVersionWhoseListsFit) {
  std::vector<uint8_t> bytes = write_index(index_of(Version::v2), Version::v2);
  bytes.insert(bytes.end(), 64, 0);
  std::vector<Error> problems;
  EXPECT_EQ(read_nameless_index(bytes, std::nullopt, 84, problems).version, Version::v2);
  EXPECT_EQ(read_nameless_index(bytes, Version::v3, 1, problems).version, Version::v3_16)
      << "as the user says";
  bytes.push_back(0);
  EXPECT_EQ(read_nameless_index(bytes, std::nullopt, 83, problems).version, Version::v2)
      << "none fits";
  EXPECT_EQ(read_nameless_index(bytes, std::nullopt, 84, problems).version, Version::v3_16)
      << "by the rooms";
  EXPECT_EQ(read_nameless_index(bytes, Version::v2, 84, problems).version, Version::v2);
}

TEST(NamelessIndex, IsSafeWhereverItEnds) {
  const std::vector<uint8_t> whole = write_index(index_of(Version::v3_16), Version::v3_16);
  for (size_t size = 0; size < whole.size(); size += 7) {
    std::vector<Error> problems;
    read_nameless_index(Bytes(whole).first(size), Version::v3, 1, problems);
    EXPECT_FALSE(problems.empty()) << size;
  }
}

}  // namespace
}  // namespace wardrobe
