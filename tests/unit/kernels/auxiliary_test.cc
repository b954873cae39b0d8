#include <gtest/gtest.h>

#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;

constexpr uint8_t kClear = 200;

DecodeResult decode(const Bytes& in, size_t width, size_t height, Bytes& out) {
  out.assign(width * height, 0xEE);
  return decode_auxiliary_rows(in, width, height, kClear, out);
}

TEST(Auxiliary, PicturesAreRowsOfRunsAndOfPixelsThatShowNothing) {
  Bytes out;
  const Bytes in = {5, 0, 1 << 1 | 1, 1 << 2 | 2, 7, 0 << 2, 3, 0, 0, 2, 0, 2, 9};
  ASSERT_EQ(decode(in, 5, 3, out), (DecodeResult{DecodeEnd::complete, in.size()}));
  EXPECT_EQ(out, (Bytes{kClear, 7, 7, kClear, kClear,            //
                        kClear, kClear, kClear, kClear, kClear,  //
                        9, kClear, kClear, kClear, kClear}));
  std::bitset<256> colors;
  EXPECT_EQ(find_auxiliary_colors(in, 5, 3, colors), DecodeEnd::complete);
  EXPECT_EQ(colors.count(), 2u);
  EXPECT_TRUE(colors[7] && colors[9]);
}

TEST(Auxiliary, PicturesThatDoNotFitFail) {
  Bytes out;
  EXPECT_EQ(decode({}, 1, 1, out).end, DecodeEnd::truncated);
  EXPECT_EQ(decode({1, 0}, 1, 1, out).end, DecodeEnd::truncated);
  EXPECT_EQ(decode({1, 0, 2}, 1, 1, out).end, DecodeEnd::truncated);
  EXPECT_EQ(decode({2, 0, 1 << 2 | 2, 5}, 1, 1, out).end, DecodeEnd::overrun);
  EXPECT_EQ(decode({1, 0, 1 << 2}, 1, 1, out).end, DecodeEnd::overrun);
  EXPECT_EQ(decode({2, 0, 2, kClear}, 1, 1, out).end, DecodeEnd::damaged);
}

TEST(Auxiliary, PicturesDecodeAsTheReferenceDoesWhateverTheInput) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const size_t width = random.in_range(1, 12);
    const size_t height = random.in_range(1, 4);
    Bytes in;
    for (size_t y = 0; y < height; ++y) {
      Bytes row(random.in_range(0, 9));
      for (uint8_t& byte : row) byte = random.one_in(9) ? random.byte() : random.byte() % 16;
      in.push_back(static_cast<uint8_t>(row.size() + (random.one_in(30) ? 1 : 0)));
      in.push_back(0);
      in.insert(in.end(), row.begin(), row.end());
    }
    Bytes got;
    Bytes expected(width * height);
    const DecodeResult result = decode(in, width, height, got);
    const DecodeResult reference =
        decode_auxiliary_rows_reference(in, width, height, kClear, expected);
    ASSERT_EQ(result.end, reference.end);
    if (result.end != DecodeEnd::complete) continue;
    EXPECT_EQ(result.consumed, reference.consumed);
    ASSERT_EQ(got, expected);
  }
}

}  // namespace
}  // namespace wardrobe
