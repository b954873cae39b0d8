#include "tools/sample/old_strips.h"

#include <utility>

#include <gtest/gtest.h>

namespace wardrobe::sample {
namespace {

using Pixels = std::vector<uint8_t>;

Sheet sheet_of(size_t width, Pixels pixels) {
  return {width, pixels.size() / width, std::move(pixels), {}};
}

TEST(OldStrips, HaveTheCodesOfVersion3) {
  const Sheet steps = sheet_of(8, {10, 11, 10, 10, 9, 200, 200, 200});
  EXPECT_EQ(strip_of_v3(1, steps, 0), (Pixels{1, 10, 11, 10, 10, 9, 200, 200, 200}));
  EXPECT_EQ(strip_of_v3(7, steps, 0), (Pixels{7, 10, 0b01100101, 0b01000111, 0b00110}));
  EXPECT_EQ(strip_of_v3(2, sheet_of(8, Pixels(16, 5)), 0), (Pixels{2, 15, 5}));
  EXPECT_EQ(strip_of_v3(4, sheet_of(8, {9, 9, 9, 9, 9, 7, 9, 9}), 0),
            (Pixels{4, 2, 9, 7, 6, 9, 1, 0, 0}));
  EXPECT_EQ(strip_of_v3(3, sheet_of(8, {0x21, 0x21, 0x21, 0x21, 0x21, 0x22, 0x31, 0x32}), 0),
            (Pixels{3, 0x28, 0x13, 0x24, 0x38, 0x15, 0x02}));
}

TEST(OldStrips, GoByColumns) {
  EXPECT_EQ(
      strip_of_v3(1, sheet_of(8, {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17}), 0),
      (Pixels{1, 0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16, 7, 17}));
}

TEST(OldStrips, HaveRunsOfEga) {
  Pixels rows(16, 1);
  rows.insert(rows.end(), 16, 2);
  EXPECT_EQ(ega_strip(sheet_of(16, rows), 0), (Pixels{0xD0, 0x12}));
  EXPECT_EQ(ega_strip(sheet_of(16, rows), 1), (Pixels{0x90}));
  EXPECT_EQ(ega_strip(sheet_of(8, Pixels(8 * 38, 5)), 0), (Pixels{0x05, 255, 0xB1}));
  EXPECT_EQ(picture_of_v2(sheet_of(16, rows)), (Pixels{0x11, 0x12, 0x9E}));
}

}  // namespace
}  // namespace wardrobe::sample
