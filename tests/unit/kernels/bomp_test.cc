#include <numeric>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/row_codes_suite.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::end_of;
using test_support::expect_decoded;

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

TEST(BompReference, DecodesRowsOfCodes) {
  Bytes long_row{4, 1};
  for (size_t i = 0; i < 130; ++i) long_row.insert(long_row.end(), {1, static_cast<uint8_t>(i)});
  Bytes rising(130);
  std::iota(rising.begin(), rising.end(), uint8_t{0});
  expect_decoded(
      decode_bomp_rows_reference,
      {// Code 5: (5 >> 1) + 1 = 3 pixels of colour 7. Code 2: (2 >> 1) + 1 = 2 literals.
       {"a run where bit 0 is set, else literals", {5, 0, 5, 7, 2, 8, 9}, 5, 1, {7, 7, 7, 8, 9}},
       {"a byte count before each row", {2, 0, 3, 1, 3, 0, 2, 0, 255}, 2, 2, {1, 1, 0, 255}},
       {"a byte count above 255", long_row, 130, 1, rising},
       {"the longest code", {2, 0, 255, 6}, 128, 1, Bytes(128, 6)},
       {"more bytes than a row needs",
        {5, 0, 3, 1, 255, 255, 255, 2, 0, 3, 2},
        2,
        2,
        {1, 1, 2, 2}}});
}

TEST(BompReference, ReadsNothingForAPictureWithoutPixels) {
  test_support::expect_nothing_read(decode_bomp_rows_reference);
}

DecodeEnd bomp_end(const Bytes& in, size_t width, size_t height) {
  return end_of(decode_bomp_rows_reference, in, width, height);
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

Bytes encoded(const Bytes& pixels, size_t width, size_t height) {
  Bytes out(encode_bomp_bound(width, height));
  out.resize(encode_bomp(pixels, width, height, out));
  return out;
}

TEST(BompEncode, WritesRunsAndLiterals) {
  EXPECT_EQ(encoded({7, 7, 7, 8, 9,  //
                     1, 1, 2, 2, 3},
                    5, 2),
            (Bytes{5, 0, 5, 7, 2, 8, 9, 6, 0, 3, 1, 3, 2, 0, 3}));
  EXPECT_EQ(encoded(Bytes(128, 6), 128, 1), (Bytes{2, 0, 255, 6})) << "of the greatest length";
  EXPECT_EQ(encoded({1, 2, 2, 3}, 4, 1), (Bytes{5, 0, 6, 1, 2, 2, 3})) << "with runs of two inside";
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
