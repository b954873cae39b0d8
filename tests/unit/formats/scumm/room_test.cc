#include "formats/room.h"

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_room.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> palette(uint8_t seed) {
  std::vector<uint8_t> colors(768);
  for (size_t i = 0; i < colors.size(); ++i) colors[i] = static_cast<uint8_t>(i * 7 + seed);
  return colors;
}

RoomPalettes two_palettes() {
  RoomPalettes palettes;
  palettes.add(palette(1));
  palettes.add(palette(2));
  return palettes;
}

/// Returns the payload of the block `name` in the only ROOM of `bytes`.
std::vector<uint8_t> room_child(const std::vector<uint8_t>& bytes, std::string_view name) {
  std::optional<Block> damage;
  for (const Block& block : read_blocks(Bytes(bytes).subspan(kBlockHeaderSize), 0, damage)) {
    if (block.tag == tag(name)) return {block.payload.begin(), block.payload.end()};
  }
  return {};
}

std::vector<uint8_t> written_pals(const RoomPalettes& palettes) {
  std::vector<uint8_t> bytes;
  write_room(320, 200, palettes, Version::v6, bytes);
  return room_child(bytes, "PALS");
}

TEST(Room, WritesAllPalettesInV6) {
  RoomPalettes read;
  std::vector<Error> problems;
  read_pals(written_pals(two_palettes()), read, problems);
  EXPECT_EQ(read, two_palettes());
  EXPECT_TRUE(problems.empty());
}

TEST(Room, TakesPalettesInTheOrderOfOffs) {
  std::vector<uint8_t> pals = written_pals(two_palettes());
  constexpr size_t kFirstColor = 16;  // after the headers of WRAP and OFFS
  std::swap_ranges(pals.begin() + kFirstColor, pals.begin() + kFirstColor + 4,
                   pals.begin() + kFirstColor + 4);
  RoomPalettes read;
  std::vector<Error> problems;
  read_pals(pals, read, problems);
  ASSERT_EQ(read.count(), 2u);
  EXPECT_EQ(read.rgb[0], palette(2)[0]);
  EXPECT_TRUE(problems.empty());
}

TEST(Room, TakesPalettesAsTheyStandWhereOffsIsDamaged) {
  std::vector<uint8_t> pals = written_pals(two_palettes());
  pals[16] ^= 1;
  RoomPalettes read;
  std::vector<Error> problems;
  read_pals(pals, read, problems);
  EXPECT_EQ(read, two_palettes());
  EXPECT_EQ(problems.size(), 1u);
}

/// Returns a PALS with `offs` in its OFFS and palettes of `sizes` bytes.
std::vector<uint8_t> pals_of(const std::vector<uint32_t>& offs, const std::vector<size_t>& sizes) {
  std::vector<uint8_t> bytes;
  {
    const BlockScope wrap(bytes, "WRAP");
    {
      const BlockScope list(bytes, "OFFS");
      for (const uint32_t offset : offs) ByteWriter(bytes).u32(offset);
    }
    for (const size_t size : sizes) {
      const BlockScope apal(bytes, "APAL");
      ByteWriter(bytes).zeros(size);
    }
  }
  return bytes;
}

TEST(Room, DoesNotTrustOffsThatListsAnotherBlockOrTooMany) {
  for (const std::vector<uint32_t>& offs : {std::vector<uint32_t>{0}, {20, 20, 20}}) {
    RoomPalettes read;
    std::vector<Error> problems;
    read_pals(pals_of(offs, {768}), read, problems);
    EXPECT_EQ(read.count(), 1u);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].message,
              "OFFS does not list the APAL blocks; they are read in file order");
  }
}

TEST(Room, DoesNotTrustOffsThatListsAPaletteAgainAndAgain) {
  constexpr size_t kBlocks = 100;
  const std::vector<uint32_t> offs(kBlocks, 8 + 4 * kBlocks);
  std::vector<size_t> sizes(kBlocks, 0);
  sizes[0] = 768;
  RoomPalettes read;
  std::vector<Error> problems;
  read_pals(pals_of(offs, sizes), read, problems);
  EXPECT_EQ(read.rgb.size(), 768u);
  EXPECT_EQ(problems[0].message, "OFFS does not list the APAL blocks; they are read in file order");
}

TEST(Room, SaysWhereAShortPaletteIs) {
  RoomPalettes read;
  std::vector<Error> problems;
  read_pals(pals_of({16, 16 + 776}, {768, 30}), read, problems);
  EXPECT_EQ(read.rgb.size(), 798u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "APAL holds 30 bytes instead of 768");
  EXPECT_EQ(problems[0].offset, 8u + 16 + 776) << "from the payload of PALS";
}

TEST(Room, TakesNoMoreThan256Colours) {
  RoomPalettes read;
  std::vector<Error> problems;
  read_clut(std::vector<uint8_t>(800), read, problems);
  EXPECT_EQ(read.rgb.size(), 768u);
}

TEST(Room, KeepsWhatIsThereOfAShortPalette) {
  RoomPalettes read;
  std::vector<Error> problems;
  read_clut(Bytes(palette(3)).first(30), read, problems);
  EXPECT_EQ(read.rgb.size(), 30u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].code, ErrorCode::truncated);
}

TEST(RoomOffsets, KeepsTheEntriesThatAreThere) {
  std::vector<uint8_t> payload;
  ByteWriter writer(payload);
  writer.u8(2);
  writer.u8(7);
  writer.u32(0x46);
  writer.u8(8);
  std::vector<Error> problems;
  EXPECT_EQ(read_room_offsets("FO", payload, problems), (RoomOffsets{{7}, {0x46}}));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "FO claims 2 rooms but holds 1");
}

/// Returns the payload of a PA that claims `says` bytes of colours and has `holds`.
std::vector<uint8_t> pa_of(unsigned says, size_t holds) {
  std::vector<uint8_t> payload(2 + holds, 7);
  ByteWriter(payload).patch_u16(0, says);
  return payload;
}

TEST(Room, ReadsTheColoursThatPaHas) {
  RoomPalettes read;
  std::vector<Error> problems;
  read_pa(pa_of(768, 768), false, read, problems);
  read_pa(pa_of(48, 60), false, read, problems);
  read_pa(pa_of(16, 48), true, read, problems);
  EXPECT_EQ(read.rgb_offset, (Offsets{0, 768, 816, 864}));
  EXPECT_TRUE(problems.empty());
}

TEST(Room, KeepsWhatIsThereOfAShortPa) {
  for (const auto& [payload, kept] : {std::pair{pa_of(768, 100), 100u}, {{7}, 0u}}) {
    RoomPalettes read;
    std::vector<Error> problems;
    read_pa(payload, false, read, problems);
    EXPECT_EQ(read.rgb_offset, (Offsets{0, kept}));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].code, ErrorCode::truncated);
  }
}

TEST(Room, HasThe16ColoursOfEga) {
  const RoomPalettes ega = ega_palette();
  EXPECT_EQ(ega.rgb.size(), 48u);
  const std::vector<uint8_t> brown(ega.rgb.begin() + 18, ega.rgb.begin() + 21);
  EXPECT_EQ(brown, (std::vector<uint8_t>{0xAA, 0x55, 0x00}));
}

}  // namespace
}  // namespace wardrobe
