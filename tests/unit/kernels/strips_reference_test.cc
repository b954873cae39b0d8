#include <gtest/gtest.h>

#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/strips_support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using Bits = test_support::StripBits;

// These tests are written by hand from SCUMM.md §8.

constexpr size_t kRow = kStripWidth;

Bytes strip_of(const Bytes& in, size_t height) {
  Bytes out(kRow * height, 0xEE);
  EXPECT_EQ(decode_strip_reference(in, height, out.data(), kRow),
            (DecodeResult{DecodeEnd::complete, in.size()}));
  return out;
}

DecodeEnd strip_fault(const Bytes& in, size_t height) {
  Bytes out(kRow * height);
  return decode_strip_reference(in, height, out.data(), kRow).end;
}

TEST(StripReference, Raw) {
  EXPECT_EQ(strip_of({1, 1, 2, 3, 4, 5, 6, 7, 8}, 1), (Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(strip_of({149, 1, 2, 3, 4, 5, 6, 7, 8}, 1), (Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(strip_fault({1, 1, 2, 3, 4, 5, 6, 7}, 1), DecodeEnd::truncated);
}

TEST(StripReference, BasicGoesByRowsOrByColumns) {
  // A new colour of 4 bits, then 14 repetitions.
  const Bytes bits = Bits().color(9, 4).same(14).bytes();
  Bytes in{24, 3};
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 2), (Bytes{3, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}));
  in[0] = 14;
  EXPECT_EQ(strip_of(in, 2), (Bytes{3, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}));
  in[0] = 24;
  const Bytes more = Bits().same(1).color(9, 4).same(13).bytes();
  in.resize(2);
  in.insert(in.end(), more.begin(), more.end());
  EXPECT_EQ(strip_of(in, 2), (Bytes{3, 3, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}));
  in[0] = 14;
  EXPECT_EQ(strip_of(in, 2), (Bytes{3, 9, 9, 9, 9, 9, 9, 9, 3, 9, 9, 9, 9, 9, 9, 9}));
}

TEST(StripReference, BasicStepsDownFirstAndANewColorSetsThatBack) {
  Bytes in{28, 100};
  const Bytes bits = Bits().step().turn().step().color(50, 8).step().turn().turn().bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 1), (Bytes{100, 99, 100, 101, 50, 49, 50, 49}));
}

TEST(StripReference, BasicCountsModulo256) {
  Bytes in{28, 1};
  const Bytes bits = Bits().step().step().turn().step().same(3).bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 1), (Bytes{1, 0, 255, 0, 1, 1, 1, 1}));
}

TEST(StripReference, RunChangesAndRuns) {
  Bytes in{68, 100};
  const Bytes bits = Bits().change(-4).change(3).run(3).color(7, 8).same(1).bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 1), (Bytes{100, 96, 99, 99, 99, 99, 7, 7}));
  for (const uint8_t code : {88, 108, 128}) {
    in[0] = code;
    EXPECT_EQ(strip_of(in, 1), (Bytes{100, 96, 99, 99, 99, 99, 7, 7}));
  }
}

TEST(StripReference, ARunEndsWithTheStrip) {
  Bytes in{64, 5};
  const Bytes bits = Bits().run(255).bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 2), Bytes(16, 5));
}

TEST(StripReference, ARunOf0Or1NeverEnds) {
  for (const unsigned length : {0u, 1u}) {
    Bytes in{64, 5};
    const Bytes bits = Bits().run(length).same(30).bytes();
    in.insert(in.end(), bits.begin(), bits.end());
    EXPECT_EQ(strip_fault(in, 2), DecodeEnd::damaged);
  }
}

TEST(StripReference, HeChangesHaveNo0) {
  for (const uint8_t code : {138, 148}) {
    Bytes in{code, 100};
    const Bytes bits = Bits().delta(0).delta(3).delta(4).delta(7).color(9, 8).same(2).bytes();
    in.insert(in.end(), bits.begin(), bits.end());
    EXPECT_EQ(strip_of(in, 1), (Bytes{100, 96, 95, 96, 100, 9, 9, 9}));
  }
  Bytes in{143, 100};
  const Bytes bits = Bits().color(7, 3).same(6).bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  EXPECT_EQ(strip_of(in, 1), (Bytes{100, 7, 7, 7, 7, 7, 7, 7}));
}

TEST(StripReference, BytesAreRunsAndLiterals) {
  // Code 5: (5 >> 1) + 1 = 3 pixels of colour 7. Code 2: 2 literals. The last run is cut off, and
  // crosses no row here.
  EXPECT_EQ(strip_of({9, 5, 7, 2, 8, 9, 255, 1}, 1), (Bytes{7, 7, 7, 8, 9, 1, 1, 1}));
  EXPECT_EQ(strip_of({8, 19, 4, 255, 6}, 2),
            (Bytes{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6}));
  EXPECT_EQ(strip_fault({8, 19, 4, 255}, 2), DecodeEnd::truncated);
  EXPECT_EQ(strip_fault({8, 14, 1, 2, 3, 4, 5, 6, 7}, 1), DecodeEnd::truncated);
}

TEST(StripReference, ReportsCodesThatAreNone) {
  for (const uint8_t code : {0, 2, 3, 4, 7, 10, 13, 19, 54, 63, 69, 74, 94, 114, 139, 150, 255}) {
    EXPECT_EQ(strip_fault({code, 0, 0, 0, 0}, 1), DecodeEnd::unknown_code) << int{code};
  }
}

TEST(StripReference, ReportsBitsThatEndTooSoon) {
  EXPECT_EQ(strip_fault({}, 1), DecodeEnd::truncated);
  EXPECT_EQ(strip_fault({24}, 1), DecodeEnd::truncated);
  EXPECT_EQ(strip_fault({24, 7}, 1), DecodeEnd::truncated);
  EXPECT_EQ(strip_fault({24, 7, 0}, 1), DecodeEnd::complete);
  EXPECT_EQ(strip_fault({24, 7, 0}, 2), DecodeEnd::truncated);
}

TEST(StripReference, NeedsOnlyTheCodeOfAStripWithoutRows) {
  EXPECT_EQ(strip_of({68}, 0), Bytes{});
  EXPECT_EQ(strip_of({1}, 0), Bytes{});
  EXPECT_EQ(strip_fault({0}, 0), DecodeEnd::unknown_code);
}

TEST(StripReference, KeepsToItsColumns) {
  Bytes out(3 * 10, 0xEE);
  const Bytes in{9, 255, 4};
  EXPECT_EQ(decode_strip_reference(in, 3, out.data() + 1, 10),
            (DecodeResult{DecodeEnd::complete, 3}));
  for (size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i], i % 10 == 0 || i % 10 == 9 ? 0xEE : 4) << i;
  }
}

TEST(StripCodes, SayWhichStripsAreSeeThrough) {
  std::vector<int> see_through;
  for (int code = 0; code < 256; ++code) {
    if (strip_is_see_through(static_cast<uint8_t>(code))) see_through.push_back(code);
  }
  EXPECT_EQ(see_through,
            (std::vector<int>{8,  34, 35,  36,  37,  38,  44,  45,  46,  47,  48,  84,  85,  86,
                              87, 88, 124, 125, 126, 127, 128, 143, 144, 145, 146, 147, 148, 149}));
}

TEST(RoomBitmapReference, GoesOnFromRowToRow) {
  Bytes in{134, 100};
  const Bytes bits = Bits().same(3).delta(7).same(4).bytes();
  in.insert(in.end(), bits.begin(), bits.end());
  Bytes out(9);
  EXPECT_EQ(decode_room_bitmap_reference(in, 3, 3, out.data()),
            (DecodeResult{DecodeEnd::complete, in.size()}));
  EXPECT_EQ(out, (Bytes{100, 100, 100, 100, 104, 104, 104, 104, 104}));
}

TEST(RoomBitmapReference, FillsARoom) {
  Bytes out(6);
  EXPECT_EQ(decode_room_bitmap_reference(Bytes{150, 9, 1}, 3, 2, out.data()),
            (DecodeResult{DecodeEnd::complete, 2}));
  EXPECT_EQ(out, Bytes(6, 9));
  EXPECT_EQ(decode_room_bitmap_reference(Bytes{150}, 3, 2, out.data()).end, DecodeEnd::truncated);
  EXPECT_EQ(decode_room_bitmap_reference(Bytes{68, 0, 0}, 3, 2, out.data()).end,
            DecodeEnd::unknown_code);
}

TEST(MaskStrip, RepeatsAndLiterals) {
  Bytes out(5);
  EXPECT_EQ(decode_mask_strip(Bytes{131, 7, 2, 8, 9}, 5, out.data(), 1),
            (DecodeResult{DecodeEnd::complete, 5}));
  EXPECT_EQ(out, (Bytes{7, 7, 7, 8, 9}));
}

TEST(MaskStrip, ACountOf0Is256AndARunEndsWithTheStrip) {
  Bytes out(300);
  EXPECT_EQ(decode_mask_strip(Bytes{128, 7, 255, 9}, 300, out.data(), 1),
            (DecodeResult{DecodeEnd::complete, 4}));
  EXPECT_EQ(out[255], 7);
  EXPECT_EQ(out[256], 9);
  Bytes literals(1 + 256);
  for (size_t i = 1; i < literals.size(); ++i) literals[i] = static_cast<uint8_t>(i);
  EXPECT_EQ(decode_mask_strip(literals, 256, out.data(), 1),
            (DecodeResult{DecodeEnd::complete, 257}));
  EXPECT_EQ(out[255], 0);
  EXPECT_EQ(out[254], 255);
}

TEST(MaskStrip, ReportsRowsThatAreMissing) {
  Bytes out(5);
  for (const Bytes& in : {Bytes{}, Bytes{133}, Bytes{132, 7}, Bytes{5, 1, 2, 3, 4}}) {
    EXPECT_EQ(decode_mask_strip(in, 5, out.data(), 1).end, DecodeEnd::truncated);
  }
}

}  // namespace
}  // namespace wardrobe
