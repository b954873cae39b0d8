#include <gtest/gtest.h>

#include "kernels/reference.h"
#include "tests/unit/kernels/majmin_support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using Stream = test_support::MajminStream;

// The tests of the reference are written by hand from SCUMM.md §6 "Pixels", codec 16.

Bytes pixels_of(const Bytes& in, size_t width, size_t height) {
  Bytes out(width * height, 0xEE);
  EXPECT_EQ(decode_majmin_rows_reference(in, width, height, out),
            (DecodeResult{DecodeEnd::complete, in.size()}));
  return out;
}

DecodeEnd majmin_end(const Bytes& in, size_t width, size_t height) {
  Bytes out(width * height);
  return decode_majmin_rows_reference(in, width, height, out).end;
}

TEST(MajminReference, StartsWithTheFirstColor) {
  EXPECT_EQ(pixels_of({8, 77}, 1, 1), (Bytes{77}));
  EXPECT_EQ(pixels_of({1, 77}, 1, 1), (Bytes{77}));
}

TEST(MajminReference, ReadsBitsFromTheLowestOne) {
  // Bit 0: keep. Bits 1, 0, then 1, 1, 0, 1: colour 11. Bit 0: keep.
  EXPECT_EQ(pixels_of({4, 3, 0b0'1011'01'0}, 4, 1), (Bytes{3, 3, 11, 11}));
  EXPECT_EQ(Stream(4, 3).keep().color(11).keep().bytes(), (Bytes{4, 3, 0b0'1011'01'0}));
}

TEST(MajminReference, ChangesAColorByThreeBits) {
  // Bits 1, 1, then 0 in three bits: change by 0 - 4. Bits 1, 1, then 7: change by 7 - 4.
  EXPECT_EQ(pixels_of({8, 100, 0b111'000'11, 0b11}, 3, 1), (Bytes{100, 96, 99}));
}

TEST(MajminReference, CountsColorsModulo256) {
  EXPECT_EQ(pixels_of(Stream(8, 1).change(-4).change(3).bytes(), 3, 1), (Bytes{1, 253, 0}));
  EXPECT_EQ(pixels_of(Stream(2, 255).change(1).change(1).bytes(), 3, 1), (Bytes{255, 0, 1}));
}

TEST(MajminReference, ReplacesTheWholeColor) {
  EXPECT_EQ(pixels_of(Stream(2, 250).color(1).bytes(), 2, 1), (Bytes{250, 1}));
}

TEST(MajminReference, RepeatsAColorWithoutReadingBits) {
  // The run adds 3 pixels after the first one; only the last of them is followed by a command.
  EXPECT_EQ(pixels_of(Stream(8, 9).repeat(3).color(5).bytes(), 5, 1), (Bytes{9, 9, 9, 9, 5}));
  EXPECT_EQ(pixels_of(Stream(8, 9).repeat(2).keep().change(1).bytes(), 5, 1),
            (Bytes{9, 9, 9, 9, 10}));
}

TEST(MajminReference, GoesOnFromRowToRow) {
  EXPECT_EQ(pixels_of(Stream(8, 9).repeat(3).color(5).bytes(), 1, 5), (Bytes{9, 9, 9, 9, 5}));
}

TEST(MajminReference, ReadsNothingForAPictureWithoutPixels) {
  Bytes out;
  EXPECT_EQ(decode_majmin_rows_reference({}, 0, 5, out), (DecodeResult{DecodeEnd::complete, 0}));
  EXPECT_EQ(decode_majmin_rows_reference({}, 5, 0, out), (DecodeResult{DecodeEnd::complete, 0}));
}

TEST(MajminReference, ReportsBitsThatEndTooSoon) {
  EXPECT_EQ(majmin_end({}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8, 1}, 2, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8, 1, 0}, 10, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8, 1, 0b10000000}, 9, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8, 1, 0b10011}, 9, 1), DecodeEnd::truncated);
  EXPECT_EQ(majmin_end({8, 1, 0}, 9, 1), DecodeEnd::complete);
}

TEST(MajminReference, ReportsARepeatThatGoesPastTheLastPixel) {
  EXPECT_EQ(majmin_end(Stream(8, 9).repeat(3).bytes(), 2, 2), DecodeEnd::complete);
  EXPECT_EQ(majmin_end(Stream(8, 9).repeat(4).bytes(), 2, 2), DecodeEnd::overrun);
}

TEST(MajminReference, ReportsDamage) {
  EXPECT_EQ(majmin_end({0, 9}, 1, 1), DecodeEnd::damaged);
  EXPECT_EQ(majmin_end({9, 9}, 1, 1), DecodeEnd::damaged);
  EXPECT_EQ(majmin_end(Stream(8, 9).repeat(0).bytes(), 2, 2), DecodeEnd::damaged);
  EXPECT_EQ(majmin_end(Stream(8, 9).repeat(1).bytes(), 2, 2), DecodeEnd::damaged);
}

TEST(MajminEncode, WritesEveryKindOfCommand) {
  Bytes pixels{9, 9, 12, 12, 8, 100};
  EXPECT_EQ(test_support::encode_majmin(pixels, 3, 2),
            Stream(7, 9).keep().change(3).keep().change(-4).color(100).bytes());
  pixels.insert(pixels.end(), 14, 100);
  EXPECT_EQ(test_support::encode_majmin(pixels, 4, 5),
            Stream(7, 9).keep().change(3).keep().change(-4).color(100).repeat(14).bytes());
}

TEST(MajminEncode, WritesRunsAsRepeatsWhereThoseAreShorter) {
  EXPECT_EQ(test_support::encode_majmin(Bytes(14, 5), 14, 1), Stream(3, 5).keep(13).bytes());
  EXPECT_EQ(test_support::encode_majmin(Bytes(15, 5), 15, 1), Stream(3, 5).repeat(14).bytes());
  EXPECT_EQ(test_support::encode_majmin(Bytes(256, 5), 256, 1), Stream(3, 5).repeat(255).bytes());
  EXPECT_EQ(test_support::encode_majmin(Bytes(257, 5), 257, 1),
            Stream(3, 5).repeat(255).keep().bytes());
}

TEST(MajminEncode, NeedsAsManyBitsPerPixelAsTheHighestColor) {
  EXPECT_EQ(test_support::encode_majmin({0}, 1, 1), (Bytes{1, 0}));
  EXPECT_EQ(test_support::encode_majmin({1}, 1, 1), (Bytes{1, 1}));
  EXPECT_EQ(test_support::encode_majmin({16}, 1, 1), (Bytes{5, 16}));
  EXPECT_EQ(test_support::encode_majmin({255}, 1, 1), (Bytes{8, 255}));
}

TEST(MajminEncode, WritesNothingForAPictureWithoutPixels) {
  EXPECT_EQ(test_support::encode_majmin({}, 0, 5), Bytes{});
}

}  // namespace
}  // namespace wardrobe
