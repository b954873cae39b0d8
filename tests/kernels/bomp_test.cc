#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/kernels/row_codes_suite.h"

namespace wardrobe {
namespace {

using test_support::Bytes;

// A second decoder, written independently of the reference: a state machine over single bytes.
DecodeResult plain_bomp(std::span<const uint8_t> in, size_t width, size_t height,
                        std::span<uint8_t> out) {
  if (width * height == 0) return {DecodeEnd::complete, 0};
  size_t pixel = 0;
  size_t next_row = 0;
  for (size_t at = 0; pixel < width * height; at = next_row) {
    if (at + 2 > in.size()) return {DecodeEnd::truncated, 0};
    next_row = at + 2 + in[at] + 256u * in[at + 1];
    if (next_row > in.size()) return {DecodeEnd::truncated, 0};
    at += 2;
    const size_t row_end = pixel + width;
    while (pixel != row_end) {
      if (at == next_row) return {DecodeEnd::truncated, 0};
      const int code = in[at];
      const size_t last = pixel + static_cast<size_t>(code / 2);
      if (last >= row_end) return {DecodeEnd::overrun, 0};
      if (code % 2 == 1) {
        if (++at == next_row) return {DecodeEnd::truncated, 0};
        while (pixel <= last) out[pixel++] = in[at];
      } else {
        while (pixel <= last) {
          if (++at == next_row) return {DecodeEnd::truncated, 0};
          out[pixel++] = in[at];
        }
      }
      ++at;
    }
  }
  return {DecodeEnd::complete, next_row};
}

// The tests of the reference are written by hand from SCUMM.md §6 "Pixels", codec 5.

DecodeResult decode_bomp(const Bytes& in, size_t width, size_t height, Bytes& out) {
  out.assign(width * height, 0xEE);
  return decode_bomp_rows_reference(in, width, height, out);
}

DecodeEnd bomp_end(const Bytes& in, size_t width, size_t height) {
  Bytes out;
  return decode_bomp(in, width, height, out).end;
}

TEST(BompReference, RepeatsAColorWhereBit0IsSetAndTakesLiteralsElse) {
  Bytes out;
  // Code 5: (5 >> 1) + 1 = 3 pixels of colour 7. Code 2: (2 >> 1) + 1 = 2 literals.
  EXPECT_EQ(decode_bomp({5, 0, 5, 7, 2, 8, 9}, 5, 1, out), (DecodeResult{DecodeEnd::complete, 7}));
  EXPECT_EQ(out, (Bytes{7, 7, 7, 8, 9}));
}

TEST(BompReference, StartsEachRowWithItsByteCount) {
  Bytes out;
  EXPECT_EQ(decode_bomp({2, 0, 3, 1, 3, 0, 2, 0, 255}, 2, 2, out),
            (DecodeResult{DecodeEnd::complete, 9}));
  EXPECT_EQ(out, (Bytes{1, 1, 0, 255}));
}

TEST(BompReference, ReadsTheByteCountAsU16) {
  Bytes in{4, 1};
  for (size_t i = 0; i < 130; ++i) in.insert(in.end(), {1, static_cast<uint8_t>(i)});
  Bytes out;
  EXPECT_EQ(decode_bomp(in, 130, 1, out), (DecodeResult{DecodeEnd::complete, 262}));
  EXPECT_EQ(out[129], 129);
}

TEST(BompReference, KnowsTheLongestCodes) {
  Bytes out;
  EXPECT_EQ(decode_bomp({2, 0, 255, 6}, 128, 1, out), (DecodeResult{DecodeEnd::complete, 4}));
  EXPECT_EQ(out, Bytes(128, 6));
}

TEST(BompReference, SkipsWhatFollowsInAFullRow) {
  Bytes out;
  EXPECT_EQ(decode_bomp({5, 0, 3, 1, 255, 255, 255, 2, 0, 3, 2}, 2, 2, out),
            (DecodeResult{DecodeEnd::complete, 11}));
  EXPECT_EQ(out, (Bytes{1, 1, 2, 2}));
}

TEST(BompReference, ReadsNothingForAPictureWithoutPixels) {
  Bytes out;
  EXPECT_EQ(decode_bomp({1, 2, 3}, 0, 5, out), (DecodeResult{DecodeEnd::complete, 0}));
  EXPECT_EQ(decode_bomp({1, 2, 3}, 5, 0, out), (DecodeResult{DecodeEnd::complete, 0}));
}

TEST(BompReference, ReportsBytesThatEndTooSoon) {
  EXPECT_EQ(bomp_end({}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(bomp_end({2}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(bomp_end({3, 0, 1, 5}, 1, 1), DecodeEnd::truncated);        // the byte count
  EXPECT_EQ(bomp_end({0, 0, 1, 5}, 1, 1), DecodeEnd::truncated);        // an empty row
  EXPECT_EQ(bomp_end({1, 0, 1, 5}, 1, 1), DecodeEnd::truncated);        // no colour of a run
  EXPECT_EQ(bomp_end({2, 0, 2, 5, 6, 6}, 2, 1), DecodeEnd::truncated);  // too few literals
  EXPECT_EQ(bomp_end({2, 0, 1, 5, 1, 6}, 2, 1), DecodeEnd::truncated);  // too few codes
}

TEST(BompReference, ReportsACodeThatGoesPastItsRow) {
  EXPECT_EQ(bomp_end({2, 0, 3, 1, 2, 0, 1, 1}, 1, 2), DecodeEnd::overrun);
  EXPECT_EQ(bomp_end({3, 0, 2, 1, 2}, 1, 1), DecodeEnd::overrun);
}

TEST(BompEncode, WritesRunsAndLiterals) {
  const Bytes pixels{7, 7, 7, 8, 9,  //
                     1, 1, 2, 2, 3};
  Bytes out(encode_bomp_bound(5, 2));
  out.resize(encode_bomp(pixels, 5, 2, out));
  EXPECT_EQ(out, (Bytes{5, 0, 5, 7, 2, 8, 9, 6, 0, 3, 1, 3, 2, 0, 3}));
}

TEST(BompEncode, WritesCodesOfTheGreatestLength) {
  const Bytes pixels(128, 6);
  Bytes out(encode_bomp_bound(128, 1));
  out.resize(encode_bomp(pixels, 128, 1, out));
  EXPECT_EQ(out, (Bytes{2, 0, 255, 6}));
}

TEST(BompEncode, LeavesRunsOfTwoInLiterals) {
  const Bytes pixels{1, 2, 2, 3};
  Bytes out(encode_bomp_bound(4, 1));
  out.resize(encode_bomp(pixels, 4, 1, out));
  EXPECT_EQ(out, (Bytes{5, 0, 6, 1, 2, 2, 3}));
}

class Bomp : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Bomp);

const test_support::RowCodesSuite<BompCodes> kBompSuite(decode_bomp_rows,
                                                        decode_bomp_rows_reference, plain_bomp);

TEST_P(Bomp, DecodesEverySmallSize) { kBompSuite.decodes_every_small_size(); }
TEST_P(Bomp, DecodesOddSizes) { kBompSuite.decodes_odd_sizes(); }
TEST_P(Bomp, ReadsCodesOfEveryFirstByte) { kBompSuite.reads_codes_of_every_first_byte(); }
TEST_P(Bomp, ReportsEveryTruncation) { kBompSuite.reports_every_truncation(); }
TEST_P(Bomp, ReportsRowsThatDoNotFit) { kBompSuite.reports_rows_that_do_not_fit(); }
TEST_P(Bomp, SurvivesDamage) { kBompSuite.survives_damage(); }
TEST_P(Bomp, SurvivesRandomBytes) { kBompSuite.survives_random_bytes(); }
TEST_P(Bomp, LeavesTheOutputAloneOutsideThePictureAndItsPadding) {
  kBompSuite.leaves_the_output_alone_outside_the_picture_and_its_padding();
}
TEST_P(Bomp, DecodesWhatWasEncoded) { kBompSuite.decodes_what_was_encoded(2, encode_bomp); }

}  // namespace
}  // namespace wardrobe
