#include <algorithm>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "tools/sample/block_scope.h"

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

TEST(DetectFile, KnowsVersion4ByTheLettersBehindTheSize) {
  std::vector<uint8_t> bytes = {0xF0, 0, 0, 0, 'L', 'E'};
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    for (const auto& [letters, kind] :
         {std::pair{"LE", FileKind::resources}, {"RN", FileKind::index}}) {
      bytes[4] = static_cast<uint8_t>(letters[0]) ^ key;
      bytes[5] = static_cast<uint8_t>(letters[1]) ^ key;
      const std::optional<FileType> type = detect_file(bytes);
      ASSERT_TRUE(type) << letters;
      EXPECT_EQ(type->kind, kind);
      EXPECT_EQ(type->xor_key, key);
      EXPECT_EQ(type->style, BlockStyle::size_first);
      EXPECT_FALSE(detect_file(Bytes(bytes).first(5)));
    }
  }
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
  EXPECT_EQ(tag_name(tag("CO")), "CO");
  EXPECT_EQ(tag_name(0), "\\x00\\x00\\x00\\x00");
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
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(bytes, 0, damage);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].tag, tag("AAAA"));
  EXPECT_EQ(blocks[0].payload.size(), 2u);
  EXPECT_EQ(blocks[1].offset, 10u);
  EXPECT_TRUE(blocks[1].payload.empty());
  EXPECT_FALSE(damage);
}

TEST(ReadBlocks, GivesBlocksOfTwoLetters) {
  std::vector<uint8_t> bytes;
  {
    const BlockScope outer(bytes, "LE");
    const BlockScope inner(bytes, "FO");
    ByteWriter(bytes).u8(9);
  }
  EXPECT_EQ(bytes, (std::vector<uint8_t>{13, 0, 0, 0, 'L', 'E', 7, 0, 0, 0, 'F', 'O', 9}));
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(bytes, 6, damage, BlockStyle::size_first);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].tag, tag("FO"));
  EXPECT_EQ(tag_name(blocks[0].tag), "FO");
  EXPECT_EQ(blocks[0].offset, 6u);
  EXPECT_EQ(blocks[0].payload.size(), 1u);
  EXPECT_FALSE(damage);
  for (const uint32_t size : {5u, 8u}) {
    ByteWriter(bytes).patch_u32(6, size);
    damage.reset();
    EXPECT_EQ(read_blocks(bytes, 6, damage, BlockStyle::size_first).size(), size == 5 ? 0u : 1u);
    EXPECT_TRUE(damage) << size;
  }
}

TEST(ReadBlocks, CutsABlockThatPassesTheEnd) {
  std::vector<uint8_t> bytes = two_blocks();
  ByteWriter(bytes).patch_u32_be(14, 1000);
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(bytes, 0, damage);
  EXPECT_EQ(blocks.size(), 2u);
  ASSERT_TRUE(damage);
  EXPECT_EQ(damage->offset, 10u);
  EXPECT_EQ(damage->stated_size, 1000u);
}

TEST(ReadBlocks, EndsAtASizeThatHoldsNoHeader) {
  std::vector<uint8_t> bytes = two_blocks();
  ByteWriter(bytes).patch_u32_be(4, 7);
  std::optional<Block> damage;
  EXPECT_TRUE(read_blocks(bytes, 0, damage).empty());
  EXPECT_TRUE(damage);
}

TEST(BlockWalk, FindsTheSameInAnXoredFileAsInMemory) {
  const std::vector<uint8_t> bytes = two_blocks();
  std::vector<uint8_t> xored = bytes;
  toggle_xor(kXorKey, xored);
  const auto file = open_memory(xored);
  BlockWalk in_file(*file, BlockStyle::tag_first, kXorKey);
  BlockWalk in_memory(bytes);
  uint64_t at = 0;
  for (size_t i = 0; i < 2; ++i) {
    const std::optional<Block> found = in_file.at(at, bytes.size());
    const std::optional<Block> block = in_memory.at(at, bytes.size());
    ASSERT_TRUE(found && block);
    EXPECT_EQ(found->tag, block->tag);
    EXPECT_EQ(found->offset, block->offset);
    EXPECT_EQ(found->end, block->end);
    EXPECT_TRUE(found->payload.empty());
    EXPECT_TRUE(std::ranges::equal(in_file.payload(*found), block->payload));
    at = block->end;
  }
  EXPECT_EQ(at, bytes.size());
}

TEST(BlockWalk, KeepsTheHeaderOfABlockOfAWrongSize) {
  std::vector<uint8_t> bytes = two_blocks();
  ByteWriter(bytes).patch_u32_be(4, 7);
  const std::optional<Block> block = BlockWalk(bytes).at(0, bytes.size());
  ASSERT_TRUE(block);
  EXPECT_EQ(block->end, kBlockHeaderSize);
  EXPECT_EQ(block->damage(), "AAAA claims 7 bytes; 8 are read");
}

}  // namespace
}  // namespace wardrobe
