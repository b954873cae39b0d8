#include <gtest/gtest.h>

#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

// These tests are written by hand from SCUMM.md §2. All other tests trust the reference, so it
// needs tests of its own.

namespace wardrobe {
namespace {

using test_support::Bytes;

struct Decoded {
  DecodeResult result;
  Bytes pixels;
};

Decoded rows(const Bytes& in, RleSplit split, size_t width, size_t height) {
  Bytes out(width * height, 0xEE);
  const DecodeResult result = decode_rle_rows_reference(in, split, width, height, out);
  return {result, out};
}

/// Decodes a picture of one column, so that pixels are in the order of the data.
Decoded columns(const Bytes& in, RleSplit split, size_t pixels) {
  return rows(in, split, 1, pixels);
}

DecodeResult complete(size_t consumed) { return {DecodeEnd::complete, consumed}; }

struct ColumnCase {
  const char* what;
  Bytes in;
  RleSplit split;
  Bytes pixels;
};

TEST(RleReference, SplitsBytesIntoColorAndLength) {
  const ColumnCase cases[] = {
      {"16 colours", {0x12, 0xF1, 0x03}, RleSplit::colors16, {1, 1, 15, 0, 0, 0}},
      {"32 colours", {0x12, 0xF9, 0x03}, RleSplit::colors32, {2, 2, 31, 0, 0, 0}},
      {"64 colours", {0x12, 0xFD, 0x03}, RleSplit::colors64, {4, 4, 63, 0, 0, 0}},
      {"length 0: the next byte is the length",
       {0x70, 0x05, 0x21},
       RleSplit::colors16,
       {7, 7, 7, 7, 7, 2}}};
  for (const auto& [what, in, split, pixels] : cases) {
    const Decoded d = columns(in, split, pixels.size());
    EXPECT_EQ(d.result, complete(in.size())) << what;
    EXPECT_EQ(d.pixels, pixels) << what;
  }
}

TEST(RleReference, CountsAnExtensionOfZeroAs256) {
  const Decoded d = columns({0x90, 0x00, 0x31}, RleSplit::colors16, 257);
  EXPECT_EQ(d.result, complete(3));
  Bytes expected(257, 9);
  expected.back() = 3;
  EXPECT_EQ(d.pixels, expected);
}

TEST(RleReference, LetsRunsCrossColumns) {
  // Two columns of three: 1 1 2 | 2 2 3.
  const Decoded d = rows({0x12, 0x23, 0x31}, RleSplit::colors16, 2, 3);
  EXPECT_EQ(d.result, complete(3));
  EXPECT_EQ(d.pixels, (Bytes{1, 2,  //
                             1, 2,  //
                             2, 3}));
}

TEST(RleReference, WritesTheSamePixelsToColumnsAsToRowsOfAPictureOneHigh) {
  EXPECT_EQ(rows({0x12, 0x21}, RleSplit::colors16, 3, 1).pixels, (Bytes{1, 1, 2}));
  EXPECT_EQ(rows({0x12, 0x21}, RleSplit::colors16, 1, 3).pixels, (Bytes{1, 1, 2}));
}

TEST(RleReference, ReadsNothingForAPictureWithoutPixels) {
  EXPECT_EQ(columns({0x12}, RleSplit::colors16, 0).result, complete(0));
  EXPECT_EQ(columns({}, RleSplit::colors16, 0).result, complete(0));
  EXPECT_EQ(rows({0x12}, RleSplit::colors16, 0, 7).result, complete(0));
  EXPECT_EQ(rows({0x12}, RleSplit::colors16, 7, 0).result, complete(0));
}

TEST(RleReference, LeavesWhatFollowsTheLastPixelAlone) {
  EXPECT_EQ(columns({0x12, 0x00, 0xFF}, RleSplit::colors16, 2).result, complete(1));
}

TEST(RleReference, ReportsInputThatEndsBeforeTheLastPixel) {
  EXPECT_EQ(columns({}, RleSplit::colors16, 1).result.end, DecodeEnd::truncated);
  EXPECT_EQ(columns({0x12}, RleSplit::colors16, 3).result.end, DecodeEnd::truncated);
  EXPECT_EQ(rows({0x12}, RleSplit::colors16, 3, 1).result.end, DecodeEnd::truncated);
}

TEST(RleReference, ReportsAnEscapeWithoutItsLength) {
  EXPECT_EQ(columns({0x12, 0x10}, RleSplit::colors16, 3).result.end, DecodeEnd::truncated);
}

TEST(RleReference, ReportsARunThatGoesPastTheLastPixel) {
  EXPECT_EQ(columns({0x12, 0x13}, RleSplit::colors16, 4).result.end, DecodeEnd::overrun);
  EXPECT_EQ(columns({0x10, 0x00}, RleSplit::colors16, 255).result.end, DecodeEnd::overrun);
  EXPECT_EQ(rows({0x15}, RleSplit::colors16, 2, 2).result.end, DecodeEnd::overrun);
}

}  // namespace
}  // namespace wardrobe
