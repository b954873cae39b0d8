#include "formats/scumm/block.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(DetectFile, TellsIndexFromResourcesPlainOrXored) {
  std::vector<uint8_t> first = bytes_of("LECF");
  EXPECT_EQ(detect_file(first)->kind, FileKind::resources);
  EXPECT_EQ(detect_file(first)->xor_key, 0);
  for (uint8_t& byte : first) byte ^= 0x69;
  EXPECT_EQ(detect_file(first)->kind, FileKind::resources);
  EXPECT_EQ(detect_file(first)->xor_key, 0x69);
  EXPECT_EQ(detect_file(bytes_of("MAXS"))->kind, FileKind::index);
  EXPECT_FALSE(detect_file(bytes_of("RIFF")));
  EXPECT_FALSE(detect_file(bytes_of("LEC")));
}

TEST(DetectFile, KnowsEveryBlockThatMayStandFirstInAnIndex) {
  for (const char* name : {"RNAM", "MAXS", "DROO", "DSCR", "DSOU", "DCOS", "DCHR", "DOBJ",
                           "DIRI", "DIRR", "DIRS", "DIRN", "DIRC", "DIRF", "DIRM", "DIRT",
                           "DLFL", "DISK", "ANAM", "AARY", "INIB", "SVER", "DRSC"}) {
    const std::optional<FileType> type = detect_file(bytes_of(name));
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(type->kind, FileKind::index) << name;
  }
}

TEST(TagName, ShowsBytesThatDoNotPrint) {
  EXPECT_EQ(tag_name(tag("COST")), "COST");
  EXPECT_EQ(tag_name(0x0A54534Fu), "OST\\x0A");
}

std::vector<uint8_t> two_blocks() {
  std::vector<uint8_t> bytes;
  {
    const BlockScope first(bytes, "AAAA");
    ByteWriter(bytes).u16(7);
  }
  { const BlockScope second(bytes, "BBBB"); }
  return bytes;
}

TEST(ReadBlocks, GivesWhatBlockScopeWrote) {
  const std::vector<uint8_t> bytes = two_blocks();
  std::optional<BlockDamage> damage;
  const std::vector<Block> blocks = read_blocks(bytes, 0, damage);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].tag, tag("AAAA"));
  EXPECT_EQ(blocks[0].payload.size(), 2u);
  EXPECT_EQ(blocks[1].offset, 10u);
  EXPECT_TRUE(blocks[1].payload.empty());
  EXPECT_FALSE(damage);
}

TEST(ReadBlocks, CutsABlockThatPassesTheEnd) {
  std::vector<uint8_t> bytes = two_blocks();
  ByteWriter(bytes).patch_u32_be(14, 1000);
  std::optional<BlockDamage> damage;
  const std::vector<Block> blocks = read_blocks(bytes, 0, damage);
  EXPECT_EQ(blocks.size(), 2u);
  ASSERT_TRUE(damage);
  EXPECT_EQ(damage->offset, 10u);
  EXPECT_EQ(damage->size, 1000u);
}

TEST(ReadBlocks, EndsAtASizeThatHoldsNoHeader) {
  std::vector<uint8_t> bytes = two_blocks();
  ByteWriter(bytes).patch_u32_be(4, 7);
  std::optional<BlockDamage> damage;
  EXPECT_TRUE(read_blocks(bytes, 0, damage).empty());
  EXPECT_TRUE(damage);
}

}  // namespace
}  // namespace wardrobe
