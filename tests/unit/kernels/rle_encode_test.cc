#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/encode.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;

Bytes encode(const Bytes& pixels, size_t width, size_t height, RleSplit split) {
  Bytes out(encode_rle_bound(width * height));
  out.resize(encode_rle(pixels, width, height, split, out));
  return out;
}

TEST(RleEncode, WritesRunsByColumnsAndAcrossThem) {
  // 1 2
  // 1 2
  // 2 3
  EXPECT_EQ(encode({1, 2, 1, 2, 2, 3}, 2, 3, RleSplit::colors16), (Bytes{0x12, 0x23, 0x31}));
}

TEST(RleEncode, EscapesWhatTheLengthBitsCannotHold) {
  EXPECT_EQ(encode(Bytes(15, 1), 1, 15, RleSplit::colors16), (Bytes{0x1F}));
  EXPECT_EQ(encode(Bytes(16, 1), 1, 16, RleSplit::colors16), (Bytes{0x10, 16}));
  EXPECT_EQ(encode(Bytes(7, 1), 1, 7, RleSplit::colors32), (Bytes{0x0F}));
  EXPECT_EQ(encode(Bytes(8, 1), 1, 8, RleSplit::colors32), (Bytes{0x08, 8}));
  EXPECT_EQ(encode(Bytes(3, 1), 1, 3, RleSplit::colors64), (Bytes{0x07}));
  EXPECT_EQ(encode(Bytes(4, 1), 1, 4, RleSplit::colors64), (Bytes{0x04, 4}));
}

TEST(RleEncode, CutsRunsAt255) {
  EXPECT_EQ(encode(Bytes(255, 2), 5, 51, RleSplit::colors16), (Bytes{0x20, 255}));
  EXPECT_EQ(encode(Bytes(256, 2), 16, 16, RleSplit::colors16), (Bytes{0x20, 255, 0x21}));
}

TEST(RleEncode, WritesNothingForAPictureWithoutPixels) {
  EXPECT_EQ(encode({}, 0, 5, RleSplit::colors16), Bytes{});
  EXPECT_EQ(encode({}, 5, 0, RleSplit::colors16), Bytes{});
}

TEST(RleEncode, StaysWithinItsBound) {
  Bytes pixels(1000);
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = i % 2;
  EXPECT_LE(encode(pixels, 20, 50, RleSplit::colors64).size(), encode_rle_bound(1000));
}

class RleRoundTrip : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(RleRoundTrip);

TEST_P(RleRoundTrip, DecodesWhatWasEncoded) {
  Random random(1);
  for (const RleSplit split : test_support::kSplits) {
    for (int i = 0; i < 400; ++i) {
      const size_t width = random.in_range(1, 120);
      const size_t height = random.in_range(1, 120);
      Bytes pixels(width * height);
      const size_t change_one_in = random.in_range(1, 40);
      uint8_t color = 0;
      for (uint8_t& pixel : pixels) {
        if (random.one_in(change_one_in)) color = random.byte() % test_support::color_count(split);
        pixel = color;
      }
      const Bytes stream = encode(pixels, width, height, split);
      Bytes out(pixels.size() + kPixelPadding);
      Bytes scratch(pixels.size() + kPixelPadding);
      const DecodeResult result = decode_rle_rows(stream, split, width, height, out, scratch);
      ASSERT_EQ(result, (DecodeResult{DecodeEnd::complete, stream.size()}));
      out.resize(pixels.size());
      ASSERT_EQ(out, pixels);
      const Bytes rows = encode(pixels, 1, pixels.size(), split);
      out.assign(pixels.size() + kPixelPadding, 0);
      ASSERT_EQ(decode_rle_by_rows(rows, split, width, height, out),
                (DecodeResult{DecodeEnd::complete, rows.size()}));
      out.resize(pixels.size());
      ASSERT_EQ(out, pixels) << "stored by rows";
    }
  }
}

}  // namespace
}  // namespace wardrobe
