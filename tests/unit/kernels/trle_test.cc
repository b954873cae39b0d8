#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/row_codes_suite.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::end_of;
using test_support::expect_decoded;

// A second decoder, written independently of the reference. It cuts the rows out, then unpacks each
// into a list.
DecodeEnd plain_row(Bytes codes, size_t width, Bytes& row) {
  codes.insert(codes.begin(), 0);
  size_t at = 1;
  while (row.size() < width && at < codes.size()) {
    const int code = codes[at++];
    const bool skip = code % 2 == 1;
    const bool run = code % 4 == 2;
    const int length = skip ? code / 2 : code / 4 + 1;
    if (row.size() + static_cast<size_t>(length) > width) return DecodeEnd::overrun;
    if (!skip && codes.size() - at < (run ? 1u : static_cast<size_t>(length))) {
      return DecodeEnd::truncated;
    }
    for (int i = 0; i < length; ++i) {
      row.push_back(skip ? 255 : codes[at]);
      if (!skip && row.back() == 255) return DecodeEnd::damaged;
      if (!skip && !run) ++at;
    }
    if (run) ++at;
  }
  row.resize(width, 255);
  return DecodeEnd::complete;
}

DecodeResult plain_trle(std::span<const uint8_t> in, size_t width, size_t height,
                        std::span<uint8_t> out) {
  size_t at = 0;
  for (size_t y = 0; y < height && width != 0; ++y) {
    if (in.size() < at + 2) return {DecodeEnd::truncated, 0};
    const size_t end = at + 2 + in[at] + 256u * in[at + 1];
    if (in.size() < end) return {DecodeEnd::truncated, 0};
    Bytes row;
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(at) + 2;
    const DecodeEnd result =
        plain_row(Bytes(begin, in.begin() + static_cast<std::ptrdiff_t>(end)), width, row);
    if (result != DecodeEnd::complete) return {result, 0};
    std::copy(row.begin(), row.end(), out.begin() + static_cast<std::ptrdiff_t>(y * width));
    at = end;
  }
  return {DecodeEnd::complete, at};
}

// The tests of the reference are written by hand from SCUMM.md §6 "Pixels", codec 32.

TEST(TrleReference, DecodesRowsOfCodes) {
  Bytes longest(127, 255);
  longest.resize(191, 1);
  expect_decoded(
      decode_trle_rows_reference,
      {// Code 5: 5 >> 1 = 2 pixels skipped. Code 10: (10 >> 2) + 1 = 3 pixels of colour 7.
       // Code 4: (4 >> 2) + 1 = 2 literals.
       {"a skip, a run and literals", {6, 0, 5, 10, 7, 4, 8, 0}, 7, 1, {255, 255, 7, 7, 7, 8, 0}},
       {"rows without bytes", {0, 0, 2, 0, 6, 3, 0, 0}, 2, 3, {255, 255, 3, 3, 255, 255}},
       {"short rows", {2, 0, 2, 3, 3, 0, 3, 0, 4}, 3, 2, {3, 255, 255, 255, 4, 255}},
       {"a skip of nothing", {4, 0, 1, 1, 2, 3}, 1, 1, {3}},
       {"the longest codes", {3, 0, 255, 254, 1}, 191, 1, longest},
       {"more bytes than a row needs", {4, 0, 6, 1, 255, 2, 0, 0}, 2, 2, {1, 1, 255, 255}}});
}

TEST(TrleReference, ReadsNothingForAPictureWithoutPixels) {
  test_support::expect_nothing_read(decode_trle_rows_reference);
}

DecodeEnd trle_end(const Bytes& in, size_t width, size_t height) {
  return end_of(decode_trle_rows_reference, in, width, height);
}

TEST(TrleReference, ReportsBytesThatEndTooSoon) {
  EXPECT_EQ(trle_end({}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(trle_end({0}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(trle_end({0, 0}, 1, 2), DecodeEnd::truncated);
  EXPECT_EQ(trle_end({3, 0, 2, 5}, 1, 1), DecodeEnd::truncated);        // the byte count
  EXPECT_EQ(trle_end({1, 0, 2, 5}, 1, 1), DecodeEnd::truncated);        // no colour of a run
  EXPECT_EQ(trle_end({2, 0, 4, 5, 6, 6}, 2, 1), DecodeEnd::truncated);  // too few literals
}

TEST(TrleReference, ReportsACodeThatGoesPastItsRow) {
  EXPECT_EQ(trle_end({2, 0, 6, 1, 0, 0}, 1, 2), DecodeEnd::overrun);
  EXPECT_EQ(trle_end({3, 0, 4, 1, 2}, 1, 1), DecodeEnd::overrun);
  EXPECT_EQ(trle_end({1, 0, 5, 0, 0}, 1, 2), DecodeEnd::overrun);
}

TEST(TrleReference, ReportsOpaquePixelsOf255) {
  EXPECT_EQ(trle_end({2, 0, 2, 255}, 1, 1), DecodeEnd::damaged);
  EXPECT_EQ(trle_end({3, 0, 4, 1, 255}, 2, 1), DecodeEnd::damaged);
}

TEST(TrleEncode, WritesSkipsRunsAndLiterals) {
  const Bytes pixels{255, 255, 7,   7,   7,   8,   0,  //
                     255, 255, 255, 255, 255, 255, 255};
  Bytes out(encode_trle_bound(7, 2));
  out.resize(encode_trle(pixels, 7, 2, out));
  EXPECT_EQ(out, (Bytes{6, 0, 5, 10, 7, 4, 8, 0, 0, 0}));
}

TEST(TrleEncode, WritesCodesOfTheGreatestLength) {
  Bytes pixels(127 + 64, 255);
  std::fill(pixels.begin() + 127, pixels.end(), uint8_t{6});
  Bytes out(encode_trle_bound(pixels.size(), 1));
  out.resize(encode_trle(pixels, pixels.size(), 1, out));
  EXPECT_EQ(out, (Bytes{3, 0, 255, 254, 6}));
}

class Trle : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Trle);

const test_support::RowCodesSuite<TrleCodes> kTrleSuite(decode_trle_rows,
                                                        decode_trle_rows_reference, plain_trle);

TEST_P(Trle, DecodesEverySmallSize) { kTrleSuite.decodes_every_small_size(); }
TEST_P(Trle, DecodesOddSizes) { kTrleSuite.decodes_odd_sizes(); }
TEST_P(Trle, ReadsCodesOfEveryFirstByte) { kTrleSuite.reads_codes_of_every_first_byte(); }
TEST_P(Trle, FillsShortRowsOfAnyNumberOfCodes) {
  for (size_t codes = 0; codes <= 70; ++codes) {
    Bytes in{static_cast<uint8_t>(2 * codes), 0};
    for (size_t i = 0; i < codes; ++i) in.insert(in.end(), {2, static_cast<uint8_t>(i)});
    for (const size_t more : {0, 1, 63, 64, 128, 192, 200, 223, 224, 225, 254, 255, 256, 300}) {
      kTrleSuite.check(in, codes + more, 1);
    }
  }
}
TEST_P(Trle, FillsShortRowsAfterAnyNumberOfSkips) {
  for (uint8_t skips = 0; skips <= 70; ++skips) {
    Bytes row(skips, 3);  // one pixel each
    row.insert(row.end(), {2, 9});
    Bytes in;
    for (int y = 0; y < 2; ++y) {
      in.insert(in.end(), {static_cast<uint8_t>(row.size()), 0});
      in.insert(in.end(), row.begin(), row.end());
    }
    for (const size_t more : {0, 1, 30, 64, 300}) kTrleSuite.check(in, skips + 1 + more, 2);
  }
}
TEST_P(Trle, ReportsEveryTruncation) { kTrleSuite.reports_every_truncation(); }
TEST_P(Trle, ReportsRowsThatDoNotFit) { kTrleSuite.reports_rows_that_do_not_fit(); }
TEST_P(Trle, SurvivesDamage) { kTrleSuite.survives_damage(); }
TEST_P(Trle, SurvivesRandomBytes) { kTrleSuite.survives_random_bytes(); }
TEST_P(Trle, LeavesTheOutputAloneOutsideThePictureAndItsPadding) {
  kTrleSuite.leaves_the_output_alone_outside_the_picture_and_its_padding();
}
TEST_P(Trle, DecodesWhatWasEncoded) { kTrleSuite.decodes_what_was_encoded(2, encode_trle); }

}  // namespace
}  // namespace wardrobe
