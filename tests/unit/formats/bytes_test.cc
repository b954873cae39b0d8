#include "formats/bytes.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(ByteReader, ReadsNumbersInBothByteOrders) {
  const std::vector<uint8_t> bytes = {0x01, 0x02, 0x03, 0xFE, 0xFF, 0x00, 0x00, 0x01, 0x02};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u8(), 0x01);
  EXPECT_EQ(reader.u16(), 0x0302);
  EXPECT_EQ(reader.i16(), -2);
  EXPECT_EQ(reader.u32_be(), 0x0102u);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.left(), 0u);
}

TEST(ByteReader, StaysBadAfterAReadPastTheEnd) {
  const std::vector<uint8_t> bytes = {1, 2, 3};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.u8(), 0) << "a byte is there, but the structure is already known to be cut";
  EXPECT_EQ(reader.left(), 0u);
}

TEST(ByteReader, IsBadFromTheStartBehindTheEnd) {
  const std::vector<uint8_t> bytes = {1, 2, 3};
  EXPECT_TRUE(ByteReader(bytes, 3).ok());
  EXPECT_FALSE(ByteReader(bytes, 4).ok());
}

TEST(ByteReader, TakesNothingWhereNotAllIsThere) {
  const std::vector<uint8_t> bytes = {1, 2, 3};
  ByteReader reader(bytes, 1);
  EXPECT_EQ(reader.take(2).size(), 2u);
  EXPECT_TRUE(reader.take(1).empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteWriter, WritesWhatTheReaderReads) {
  std::vector<uint8_t> bytes;
  ByteWriter writer(bytes);
  writer.u16(0xBEEF);
  writer.i16(-300);
  writer.u32_be(0x01020304);
  writer.u64(0x1122334455667788);
  writer.text("LECF");
  writer.patch_u16(0, 0xCAFE);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u16(), 0xCAFE);
  EXPECT_EQ(reader.i16(), -300);
  EXPECT_EQ(reader.u32_be(), 0x01020304u);
  EXPECT_EQ(reader.u64(), 0x1122334455667788u);
  EXPECT_EQ(reader.take(4)[0], 'L');
}

}  // namespace
}  // namespace wardrobe
