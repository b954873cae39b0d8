#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/decode.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using Pixels = std::vector<uint8_t>;
using test_support::ExactBytes;

constexpr DecodeEnd kTruncated = DecodeEnd::truncated;

/// The result of a decoder, and what it wrote: columns of pixels, one after the other.
struct Decoded {
  DecodeResult result;
  Pixels columns;
};

/// Calls decode(out, stride) with 8 × height pixels at x = 1, and checks that no others change.
template <class Decode>
Decoded decoded_strip(size_t height, uint8_t left, const Decode& decode) {
  constexpr size_t kStride = kStripWidth + 2;
  Pixels out(kStride * height, 0xEE);
  for (size_t y = 0; y < height; ++y) out[y * kStride] = left;
  Decoded decoded{decode(out.data() + 1, kStride), {}};
  for (size_t x = 0; x < kStripWidth; ++x) {
    for (size_t y = 0; y < height; ++y) decoded.columns.push_back(out[y * kStride + x + 1]);
  }
  for (size_t y = 0; y < height; ++y) {
    EXPECT_EQ(out[y * kStride], left);
    EXPECT_EQ(out[y * kStride + kStripWidth + 1], 0xEE);
  }
  return decoded;
}

Decoded of_v3(const Pixels& in, size_t height) {
  const ExactBytes exact(in, 0);
  return decoded_strip(height, 0, [&](uint8_t* out, size_t stride) {
    return decode_strip_of_v3(exact.span(), height, out, stride);
  });
}

Decoded of_16(const Pixels& in, size_t height, bool first = true, uint8_t left = 0) {
  const ExactBytes exact(in, 0);
  return decoded_strip(height, left, [&](uint8_t* out, size_t stride) {
    return decode_strip_of_16(exact.span(), height, first, out, stride);
  });
}

/// Each prefix of the input is too short.
template <class Decode>
void expect_truncated(Pixels in, const Decode& decode) {
  while (!in.empty()) {
    in.pop_back();
    EXPECT_EQ(decode(in).result.end, kTruncated) << in.size();
  }
}

TEST(StripOfV3, RawGoesByColumns) {
  Pixels in = {1};
  for (uint8_t i = 0; i < 16; ++i) in.push_back(i);
  const Decoded strip = of_v3(in, 2);
  EXPECT_EQ(strip.result, (DecodeResult{DecodeEnd::complete, 17}));
  EXPECT_TRUE(std::ranges::equal(strip.columns, std::span(in).subspan(1)));
  expect_truncated(in, [](const Pixels& part) { return of_v3(part, 2); });
}

TEST(StripOfV3, PairsCrossColumnsAndEndWithTheStrip) {
  const Pixels in = {2, 2, 7, 255, 9};
  const Decoded strip = of_v3(in, 2);
  EXPECT_EQ(strip.result, (DecodeResult{DecodeEnd::complete, 5}));
  EXPECT_EQ(strip.columns, (Pixels{7, 7, 7, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}));
  expect_truncated(in, [](const Pixels& part) { return of_v3(part, 2); });
}

TEST(StripOfV3, NibblesHaveAHighHalf) {
  // 2 pixels of 0x05; the high half 3; 2 pixels of 0x31, 0x32; nothing; 4 pixels of 0x3F.
  const Pixels in = {3, 0x50, 0x38, 0x15, 0xC2, 0xF3};
  const Decoded strip = of_v3(in, 1);
  EXPECT_EQ(strip.result.end, DecodeEnd::complete);
  EXPECT_EQ(strip.columns, (Pixels{5, 5, 0x31, 0x32, 0x3F, 0x3F, 0x3F, 0x3F}));
}

TEST(StripOfV3, ListedColorsAreOneByte) {
  const Pixels in = {4, 2, 40, 50, 1, 0, 4, 60, 1, 0, 0};
  const Decoded strip = of_v3(in, 1);
  EXPECT_EQ(strip.result, (DecodeResult{DecodeEnd::complete, 11}));
  EXPECT_EQ(strip.columns, (Pixels{50, 40, 60, 60, 60, 50, 40, 40}));
  expect_truncated(in, [](const Pixels& part) { return of_v3(part, 1); });
}

TEST(StripOfV3, StepsTurnAround) {
  // After 10: 0 stays; 110 takes 1 away; 10 turns the step round and takes that away; 110 again;
  // 111 and 8 bits name a colour, and the step is 1 again; 110; 0.
  const std::vector<int> bits = {0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1,
                                 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0};
  Pixels in = {7, 10};
  for (size_t i = 0; i < bits.size(); ++i) {
    if (i % 8 == 0) in.push_back(0);
    in.back() = static_cast<uint8_t>(in.back() | bits[i] << i % 8);
  }
  const Decoded strip = of_v3(in, 1);
  EXPECT_EQ(strip.result, (DecodeResult{DecodeEnd::complete, 5}));
  EXPECT_EQ(strip.columns, (Pixels{10, 10, 9, 10, 11, 20, 19, 19}));
  expect_truncated(in, [](const Pixels& part) { return of_v3(part, 1); });
}

TEST(StripOfV3, OtherCodesAreThoseOfLaterVersions) {
  Pixels in = {18};
  EXPECT_EQ(of_v3(in, 1).result.end, kTruncated);
  in = {5};
  EXPECT_EQ(of_v3(in, 1).result.end, DecodeEnd::unknown_code);
  EXPECT_EQ(of_v3({}, 1).result.end, kTruncated);
}

TEST(StripOf16, HasRunsOfOneAndOfTwoColorsAndOfThePixelsOnTheLeft) {
  // 2 of colour 5; the 2 on the left of them (0: there are none); 3 of 10 and 11 in turn; 5 as on
  // the left of each.
  const Pixels in = {0x25, 0x82, 0xC3, 0xAB, 0x89};
  const Decoded strip = of_16(in, 2);
  EXPECT_EQ(strip.result, (DecodeResult{DecodeEnd::complete, 5}));
  EXPECT_EQ(strip.columns, (Pixels{5, 5, 5, 5, 10, 11, 10, 11, 10, 11, 10, 11, 10, 11, 10, 11}));
  expect_truncated(in, [](const Pixels& part) { return of_16(part, 2); });
}

TEST(StripOf16, TakesWhatIsOnItsLeft) {
  const Pixels in = {0x88};
  EXPECT_EQ(of_16(in, 1, true, 9).columns, Pixels(8, 0));
  EXPECT_EQ(of_16(in, 1, false, 9).columns, Pixels(8, 9));
}

TEST(StripOf16, ACountOf0IsInTheNextByte) {
  EXPECT_EQ(of_16({0x05, 8}, 1).result, (DecodeResult{DecodeEnd::complete, 2}));
  EXPECT_EQ(of_16({0xC0, 0x12, 8}, 1).columns, (Pixels{1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(of_16({0x80, 200}, 1).columns, Pixels(8, 0));
  EXPECT_EQ(of_16(Pixels(1000, 0), 1).result.end, kTruncated) << "counts of 0";
}

TEST(RunsOf16, GoOnFromColumnToColumn) {
  const ExactBytes in(Pixels{0x25, 0x81, 0x03, 2, 0x80, 1}, 0);
  Pixels out(6);
  EXPECT_EQ(decode_runs_of_16(in.span(), 3, 2, out.data()), (DecodeResult{DecodeEnd::complete, 6}));
  EXPECT_EQ(out, (Pixels{5, 5, 3, 5, 3, 3}));
  EXPECT_EQ(decode_runs_of_16(in.span().first(3), 3, 2, out.data()).end, kTruncated);
}

TEST(Masks, OfSeveralStripsGoOn) {
  Pixels out(4);
  EXPECT_EQ(decode_mask_strips(Pixels{0x83, 7, 1, 9}, 2, 2, false, out.data(), 2),
            (DecodeResult{DecodeEnd::complete, 4}));
  EXPECT_EQ(out, (Pixels{7, 7, 7, 9}));
}

TEST(Masks, MayLackTheirLastByte) {
  Pixels out(4, 0xEE);
  const Pixels in = {1, 5, 0x83};
  EXPECT_EQ(decode_mask_strips(in, 1, 4, false, out.data(), 1).end, kTruncated);
  EXPECT_EQ(decode_mask_strips(in, 1, 4, true, out.data(), 1),
            (DecodeResult{DecodeEnd::complete, 3}));
  EXPECT_EQ(out, (Pixels{5, 0, 0, 0}));
}

TEST(CellMap, HasThreeKindsOfRuns) {
  const Pixels in = {10, 20, 30, 40, 0xC1, 0x42, 7, 1, 8, 9, 0xFF};
  Pixels out(8);
  EXPECT_EQ(decode_cell_map(in, out), (DecodeResult{DecodeEnd::complete, 11}));
  EXPECT_EQ(out, (Pixels{30, 30, 7, 7, 7, 8, 9, 40}));
  for (size_t size = 0; size < in.size(); ++size) {
    EXPECT_EQ(decode_cell_map(std::span(in).first(size), out).end, kTruncated) << size;
  }
  EXPECT_EQ(decode_cell_map(std::span(in).first(4), std::span(out).first(0)).consumed, 4u);
}

TEST(Cells, HaveFourColorsAndAMask) {
  std::array<uint8_t, 2048> glyphs{};
  glyphs[8] = 0b00011011;  // row 0 of character 1
  const std::array<uint8_t, 3> room = {3, 4, 5};
  const std::array<uint8_t, 8> cell = {0, 15, 4, 9, 5, 2, 1, 14};
  const CellArt art{glyphs, room, cell};
  const Pixels characters = {1, 0}, colors = {0xFB, 0};  // colour 3: only three bits count
  for (const CellOrder order : {CellOrder::rows, CellOrder::columns}) {
    Pixels out(2 * 64, 0xEE);
    draw_cells(characters, colors, art, 2, order, out.data());
    EXPECT_EQ(Pixels(out.begin(), out.begin() + 9), (Pixels{3, 3, 4, 4, 5, 5, 9, 9, 3}));
    EXPECT_EQ(std::ranges::count(out, 3), 2 * 64 - 6);
  }
  Pixels mask(16, 0xEE);
  draw_cell_masks(characters, glyphs, 2, CellOrder::rows, mask.data());
  EXPECT_EQ(mask[0], 0b11100100);
  EXPECT_EQ(std::ranges::count(mask, 0xFF), 15);
  // Two cells in one column: the second is below.
  draw_cell_masks(Pixels{0, 1}, glyphs, 1, CellOrder::rows, mask.data());
  EXPECT_EQ(mask[8], 0b11100100);
}

TEST(Cells, GoByRowsOrColumns) {
  std::array<uint8_t, 2048> masks{};
  for (size_t i = 0; i < 4; ++i) masks[8 * i] = static_cast<uint8_t>(~i);
  Pixels out(4 * 8);
  draw_cell_masks(Pixels{0, 1, 2, 3}, masks, 2, CellOrder::rows, out.data());
  EXPECT_EQ((Pixels{out[0], out[1], out[16], out[17]}), (Pixels{0, 1, 2, 3}));
  draw_cell_masks(Pixels{0, 1, 2, 3}, masks, 2, CellOrder::columns, out.data());
  EXPECT_EQ((Pixels{out[0], out[1], out[16], out[17]}), (Pixels{0, 2, 1, 3}));
}

}  // namespace
}  // namespace wardrobe
