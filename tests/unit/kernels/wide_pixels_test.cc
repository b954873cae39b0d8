#include <gtest/gtest.h>

#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;

Bytes encode(const Bytes& pixels, size_t width, size_t height) {
  Bytes out(encode_wide_bound(width * height));
  out.resize(encode_wide(pixels, width, height, out));
  return out;
}

DecodeResult decode(const Bytes& in, size_t width, size_t height, Bytes& out) {
  out.assign(width * height, 0xEE);
  return decode_wide_rows(in, width, height, out);
}

TEST(WidePixels, AreStripsOfRowsOfFourPixelsThatAreTwoWide) {
  Bytes out;
  // Byte 0x1B holds pixels 0 1 2 3. There are two strips of two rows; the run continues into the
  // second strip.
  ASSERT_EQ(decode({1, 0x1B, 0x82, 0xFF, 1, 0x40}, 16, 2, out),
            (DecodeResult{DecodeEnd::complete, 6}));
  EXPECT_EQ(out, (Bytes{0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,  //
                        3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 0, 0, 0, 0, 0, 0}));
}

TEST(WidePixels, HaveRunsOfNothingWhichEatTheirByte) {
  Bytes out;
  ASSERT_EQ(decode({0, 0x80, 9, 1, 0x55}, 8, 1, out), (DecodeResult{DecodeEnd::complete, 5}));
  EXPECT_EQ(out, Bytes(8, 1));
}

TEST(WidePixels, EndWithThePictureOrTheInput) {
  Bytes out;
  EXPECT_EQ(decode({0xFF, 0x55}, 8, 3, out), (DecodeResult{DecodeEnd::complete, 2}));
  EXPECT_EQ(out, Bytes(24, 1));
  for (const Bytes& cut : {Bytes{}, Bytes{0x83}, Bytes{3, 1, 2}, Bytes{0}, Bytes{0x80}}) {
    EXPECT_EQ(decode(cut, 8, 3, out).end, DecodeEnd::truncated);
    EXPECT_EQ(decode_wide_rows_reference(cut, 8, 3, out).end, DecodeEnd::truncated);
  }
  EXPECT_EQ(decode({}, 0, 5, out), (DecodeResult{DecodeEnd::complete, 0}));
}

TEST(WidePixels, DecodeAsTheReferenceDoesWhateverTheInput) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const size_t width = 8 * random.in_range(1, 6);
    const size_t height = random.in_range(1, 40);
    Bytes in(random.in_range(0, 80));
    for (uint8_t& byte : in) byte = random.byte();
    Bytes got;
    Bytes expected(width * height);
    const DecodeResult result = decode(in, width, height, got);
    const DecodeResult reference = decode_wide_rows_reference(in, width, height, expected);
    ASSERT_EQ(result.end, reference.end);
    if (result.end != DecodeEnd::complete) continue;
    EXPECT_EQ(result.consumed, reference.consumed);
    ASSERT_EQ(got, expected);
  }
}

TEST(WidePixels, DecodeToWhatWasEncoded) {
  Random random(2);
  for (int i = 0; i < 400; ++i) {
    const size_t width = 8 * random.in_range(1, 10);
    const size_t height = random.in_range(1, 120);
    Bytes pixels(width * height);
    const size_t change_one_in = random.in_range(1, 40);
    uint8_t color = 0;
    for (size_t at = 0; at < pixels.size(); at += 2) {
      if (random.one_in(change_one_in)) color = random.byte() % 4;
      pixels[at] = pixels[at + 1] = color;
    }
    const Bytes in = encode(pixels, width, height);
    Bytes out;
    ASSERT_EQ(decode(in, width, height, out), (DecodeResult{DecodeEnd::complete, in.size()}));
    ASSERT_EQ(out, pixels);
  }
}

}  // namespace
}  // namespace wardrobe
