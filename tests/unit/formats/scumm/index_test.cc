#include <array>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_index.h"

namespace wardrobe {
namespace {

constexpr std::array kVersions = {Version::v5,   Version::v6,   Version::v7,   Version::v8,
                                  Version::he60, Version::he61, Version::he70, Version::he80};

/// Returns a small index with everything that an index of `version` can store.
GameIndex small_index(Version version) {
  GameIndex index;
  index.maxs_size = facts(version).maxs_size;
  index.named_room = {1, 80};
  index.room_name = {"beach", "lookout"};
  index.rooms = {{0, 1, 2}, {0, 0, 0}};
  index.costumes = {{0, 1, 0, 80}, {0, 0x1234, 0, 0x89ABCDEF}};
  index.scripts = {{0, 80}, {0, 0x20}};
  if (version >= Version::he70) {
    index.rooms.size = {0, 0, 9};
    index.costumes.size = {0, 100, 0, 0xFFFFFFFF};
    index.scripts.size = {0, 5};
    index.room_offset = {0, 16, 0xFFFFFFFF};
  }
  if (version >= Version::he80) {
    index.plain_names = true;
    index.disk = {0, 1, 2};
  }
  return index;
}

GameIndex read_whole(const std::vector<uint8_t>& bytes) {
  std::vector<Error> problems;
  GameIndex index = read_index(bytes, problems);
  EXPECT_TRUE(problems.empty()) << problems[0].message;
  return index;
}

TEST(Index, ReadsBackWhatItWrote) {
  for (const Version version : kVersions) {
    EXPECT_EQ(read_whole(write_index(small_index(version), version)), small_index(version))
        << facts(version).name;
  }
}

GameIndex index_of_v4() {
  GameIndex index = small_index(Version::v5);
  index.maxs_size = 0;
  index.starts.resize(kRoomNumbers);
  index.starts[0] = {0};
  index.starts[1] = {0x1234};
  index.starts[80] = {0x20, 0x89ABCDEF};
  return index;
}

TEST(Index, ReadsBackVersion4) {
  const std::vector<uint8_t> bytes = write_index(index_of_v4(), Version::v4);
  std::vector<Error> problems;
  EXPECT_EQ(read_index(bytes, problems, BlockStyle::size_first), index_of_v4());
  EXPECT_TRUE(problems.empty());
  const std::string text(bytes.begin(), bytes.end());
  const size_t costumes = text.find("0C");
  ASSERT_NE(costumes, std::string::npos);
  EXPECT_EQ(text.substr(costumes + 2 + 2 + 5, 5), std::string("\x01\x34\x12\0\0", 5)) << "pairs";
}

TEST(Index, ListsWhereScriptsSoundsAndCostumesOfVersion4Start) {
  std::vector<uint8_t> bytes;
  write_directory("0S", {{0, 7, 7}, {0, 30, 10}}, Version::v4, bytes);
  write_directory("0N", {{0, 7, 8}, {0, 20, 10}}, Version::v4, bytes);
  write_directory("0C", {{0, 7, 7}, {0, 10, 40}}, Version::v4, bytes);
  write_directory("0R", {{0, 7}, {0, 50}}, Version::v4, bytes);
  std::vector<Error> problems;
  const GameIndex index = read_index(bytes, problems, BlockStyle::size_first);
  EXPECT_EQ(index.starts.at(7), (std::vector<uint32_t>{10, 20, 30, 40}));
  EXPECT_EQ(index.starts.at(8), (std::vector<uint32_t>{10}));
}

TEST(Index, ReportsADirectoryOfVersion4ThatClaimsTooMuch) {
  std::vector<uint8_t> bytes = write_index(index_of_v4(), Version::v4);
  const size_t costumes = std::string(bytes.begin(), bytes.end()).find("0C");
  ByteWriter(bytes).patch_u16(costumes + 2, 0xFFFF);
  std::vector<Error> problems;
  const GameIndex index = read_index(bytes, problems, BlockStyle::size_first);
  EXPECT_EQ(index.costumes, index_of_v4().costumes);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "0C claims 65535 entries but holds 4");
  EXPECT_EQ(problems[0].offset, costumes - 4);
}

TEST(Index, ReportsADirectoryThatClaimsTooLittle) {
  for (const Version version : {Version::v4, Version::v5, Version::v8, Version::he70}) {
    const BlockStyle style =
        version == Version::v4 ? BlockStyle::size_first : BlockStyle::tag_first;
    std::vector<uint8_t> bytes =
        write_index(version == Version::v4 ? index_of_v4() : small_index(version), version);
    const char* const name = version == Version::v4     ? "0C"
                             : version == Version::he70 ? "DIRC"
                                                        : "DCOS";
    const size_t at = std::string(bytes.begin(), bytes.end()).find(name);
    const size_t count = at + (version == Version::v4 ? 2 : 8);
    --bytes[count];
    std::vector<Error> problems;
    read_index(bytes, problems, style);
    ASSERT_EQ(problems.size(), 1u) << facts(version).name;
    EXPECT_EQ(problems[0].message, std::string(name) + " claims " + std::to_string(bytes[count]) +
                                       " entries but holds " + std::to_string(bytes[count] + 1));
  }
}

/// Returns a block of this name and payload.
std::vector<uint8_t> block_of(std::string_view name, const std::vector<uint8_t>& payload) {
  std::vector<uint8_t> bytes;
  {
    const BlockScope block(bytes, name);
    ByteWriter(bytes).bytes(payload);
  }
  return bytes;
}

TEST(Index, TellsTheFormsOfDirectoriesByWhatFits) {
  const Directory two{{0, 7}, {0, 0x0201}};
  EXPECT_EQ(read_whole(block_of("DCOS", {2, 0, 0, 7, 0, 0, 0, 0, 1, 2, 0, 0})).costumes, two);
  EXPECT_EQ(read_whole(block_of("DCOS", {2, 0, 0, 0, 0, 7, 0, 0, 0, 0, 1, 2, 0, 0})).costumes, two);
  const std::vector<uint8_t> sized = {2, 0, 0, 7, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0};
  EXPECT_EQ(read_whole(block_of("DIRC", sized)).costumes, (Directory{{0, 7}, {0, 0x0201}, {0, 5}}));
  EXPECT_EQ(read_whole(block_of("DIRR", sized)).rooms.size, (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(read_whole(block_of("DCOS", {0, 0})).costumes, Directory{});
  EXPECT_EQ(read_whole(block_of("DCOS", {0, 0, 0, 0})).costumes, Directory{});
}

TEST(Index, TellsTheFormsOfRoomNamesByTheirBytes) {
  const GameIndex masked =
      read_whole(block_of("RNAM", {5, 0x9E, 0x9D, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0}));
  EXPECT_EQ(masked.named_room, (std::vector<uint16_t>{5}));
  EXPECT_EQ(masked.room_name, (std::vector<std::string>{"ab"}));
  EXPECT_FALSE(masked.plain_names);

  const GameIndex unpadded =
      read_whole(block_of("RNAM", {5, 0x9E, 0x9D, 0x9C, 0x9B, 0x9A, 0x99, 0x98, 0x97, 0x96, 0}));
  EXPECT_EQ(unpadded.room_name, (std::vector<std::string>{"abcdefghi"}));

  const GameIndex plain =
      read_whole(block_of("RNAM", {5,   0,   'a', 'b', 0,   44,  1,   'a', ' ', 'l', 'o', 'n',
                                   'g', 'e', 'r', ' ', 'n', 'a', 'm', 'e', 0,   0,   0}));
  EXPECT_EQ(plain.named_room, (std::vector<uint16_t>{5, 300}));
  EXPECT_EQ(plain.room_name, (std::vector<std::string>{"ab", "a longer name"}));
  EXPECT_TRUE(plain.plain_names);

  for (const std::vector<uint8_t>& none : {std::vector<uint8_t>{}, {0}, {0, 0}, {0, 0, 0, 0}}) {
    EXPECT_EQ(read_whole(block_of("RNAM", none)), GameIndex{});
  }
}

TEST(Index, ReadsRoomOffsetsAndDisks) {
  EXPECT_EQ(read_whole(block_of("DLFL", {2, 0, 0, 0, 0, 0, 4, 3, 2, 1})).room_offset,
            (std::vector<uint32_t>{0, 0x01020304}));
  const GameIndex index = read_whole(block_of("DISK", {3, 0, 0, 1, 2}));
  EXPECT_EQ(index.disk, (std::vector<uint8_t>{0, 1, 2}));
  EXPECT_EQ(index.disk_of(2), 2u);
  EXPECT_EQ(index.disk_of(3), 0u);
}

TEST(Index, TakesTheDiskFromDiskRatherThanFromTheRooms) {
  GameIndex index;
  index.rooms = {{0, 3, 4}, {0, 0, 0}};
  EXPECT_EQ(index.disk_of(2), 4u);
  index.disk = {0, 1};
  EXPECT_EQ(index.disk_of(1), 1u);
  EXPECT_EQ(index.disk_of(2), 4u) << "which DISK does not know";
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
  EXPECT_EQ(problems[0].message, "DCOS claims 3 entries but holds 2");
}

struct DamagedBlock {
  std::vector<uint8_t> bytes;
  const char* problem;
};

TEST(Index, SaysWhatADamagedBlockHolds) {
  const DamagedBlock cases[] = {
      {block_of("DCOS", {}), "DCOS claims 0 entries but holds 0"},
      {block_of("DCOS", {9}), "DCOS claims 0 entries but holds 0"},
      {block_of("DIRC", {0xFF, 0xFF, 1, 2, 3}), "DIRC claims 65535 entries but holds 0"},
      {block_of("DLFL", {0xFF, 0xFF, 0, 0, 0, 0, 1}), "DLFL claims 65535 rooms but holds 1"},
      {block_of("DLFL", {7}), "DLFL claims 0 rooms but holds 0"},
      {block_of("DISK", {3, 0, 0, 1}), "DISK claims 3 rooms but holds 2"},
      {block_of("RNAM", {5, 0x9E, 0xFF, 0xFF}), "RNAM ends inside a room's name"},
      {block_of("RNAM", {5, 0, 'a', 'b', 0, 6, 0, 'c'}), "RNAM ends inside a room's name"}};
  for (const DamagedBlock& damaged : cases) {
    std::vector<Error> problems;
    read_index(damaged.bytes, problems);
    ASSERT_EQ(problems.size(), 1u) << damaged.problem;
    EXPECT_EQ(problems[0].message, damaged.problem);
    EXPECT_EQ(problems[0].offset, 0u);
  }
}

TEST(Index, ReadsDamagedDirectoriesInTheFormThatTheOthersHave) {
  for (const Version version : {Version::v6, Version::v8, Version::he70}) {
    for (const char* told_by : {"MAXS", "DROO", "DLFL"}) {
      const GameIndex right = small_index(version);
      std::vector<uint8_t> bytes;
      const bool by_directory = told_by == std::string_view("DROO");
      if (by_directory) {
        write_directory("DROO", right.rooms, version, bytes);
      } else if (version == Version::he70) {
        bytes = block_of("DLFL", {1, 0, 0, 0, 0, 0});
      } else {
        bytes = block_of("MAXS", std::vector<uint8_t>(facts(version).maxs_size - kBlockHeaderSize));
      }
      write_directory("DCOS", right.costumes, version, bytes);
      bytes.resize(bytes.size() - (version == Version::he70 ? 16 : 0) - 4);
      std::vector<Error> problems;
      const GameIndex index = read_index(bytes, problems);
      EXPECT_EQ(index.costumes.room, (std::vector<uint8_t>{0, 1, 0}))
          << facts(version).name << told_by;
      EXPECT_EQ(index.costumes.offset, (std::vector<uint32_t>{0, 0x1234, 0}))
          << facts(version).name << told_by;
      EXPECT_EQ(index.costumes.size.size(), version == Version::he70 ? 3u : 0u)
          << facts(version).name << told_by;
      EXPECT_EQ(problems.size(), 2u) << "that of the block, and that of its entries";
    }
  }
}

TEST(Index, HasNoMoreEntriesThanThereAreIds) {
  constexpr uint32_t kEntries = 70000;
  std::vector<uint8_t> payload(4 + 5 * kEntries);
  ByteWriter(payload).patch_u32(0, kEntries);
  std::vector<Error> problems;
  const GameIndex index = read_index(block_of("DCOS", payload), problems);
  EXPECT_EQ(index.costumes.room.size(), 65536u);
  EXPECT_EQ(index.costumes.offset.size(), 65536u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "DCOS claims 70000 entries, but ids end at 65535");
}

TEST(Index, TakesTheStatedSizeOfMaxsEvenIfItIsCut) {
  std::vector<uint8_t> bytes = block_of("MAXS", std::vector<uint8_t>(18));
  bytes.resize(20);
  std::vector<Error> problems;
  EXPECT_EQ(read_index(bytes, problems).maxs_size, 26u);
  EXPECT_EQ(problems.size(), 1u);
}

TEST(Index, SaysWhereABlockDoesNotFit) {
  std::vector<uint8_t> bytes = write_index(small_index(Version::v5), Version::v5);
  bytes.resize(bytes.size() - 1);
  std::vector<Error> problems;
  const GameIndex index = read_index(bytes, problems);
  EXPECT_EQ(index.costumes, small_index(Version::v5).costumes) << "what stands before is read";
  EXPECT_FALSE(problems.empty());
}

TEST(Index, MayEndWithLessThan64KiBOfPadding) {
  std::vector<uint8_t> bytes = write_index(small_index(Version::v5), Version::v5);
  const size_t size = bytes.size();
  bytes.resize(size + 65535, 0x1A);
  EXPECT_EQ(read_whole(bytes).costumes, small_index(Version::v5).costumes);
  bytes.resize(size + 65536, 0x1A);
  std::vector<Error> problems;
  read_index(bytes, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].offset, size);
}

}  // namespace
}  // namespace wardrobe
