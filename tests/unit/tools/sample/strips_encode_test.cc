#include "tools/sample/strips_encode.h"

#include <gtest/gtest.h>

#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/strips_support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using Bits = test_support::StripBits;

Bytes encoded_strip(uint8_t code, const Bytes& pixels) {
  Bytes out;
  encode_strip(code, pixels.data(), kStripWidth, pixels.size() / kStripWidth, out);
  return out;
}

Bytes with_bits(Bytes head, const Bits& bits) {
  head.insert(head.end(), bits.bytes().begin(), bits.bytes().end());
  return head;
}

TEST(StripEncode, WritesEveryCommandOfBasic) {
  EXPECT_EQ(encoded_strip(24, {5, 5, 4, 5, 6, 9, 8, 9}),
            with_bits({24, 5}, Bits().same(1).step().turn().step().color(9, 4).step().turn()));
}

TEST(StripEncode, GoesByColumnsWhereTheCodeDoes) {
  EXPECT_EQ(encoded_strip(14, {1, 1, 1, 1, 1, 1, 1, 1, 9, 1, 1, 1, 1, 1, 1, 1}),
            with_bits({14, 1}, Bits().color(9, 4).color(1, 4).same(13)));
}

TEST(StripEncode, WritesEveryCommandOfRun) {
  Bytes pixels{100, 96, 99, 20, 20, 20, 20, 20};
  EXPECT_EQ(encoded_strip(68, pixels),
            with_bits({68, 100}, Bits().change(-4).change(3).color(20, 8).same(4)));
  pixels.insert(pixels.end(), 16, 20);
  EXPECT_EQ(encoded_strip(128, pixels),
            with_bits({128, 100}, Bits().change(-4).change(3).color(20, 8).run(20)));
}

TEST(StripEncode, WritesEveryCommandOfHe) {
  EXPECT_EQ(encoded_strip(138, {100, 96, 100, 101, 200, 200, 199, 203}),
            with_bits({138, 100},
                      Bits().delta(0).delta(7).delta(4).color(200, 8).same(1).delta(3).delta(7)));
}

TEST(StripEncode, WritesRunsAndLiteralsOfBytes) {
  EXPECT_EQ(encoded_strip(9, {7, 7, 7, 1, 2, 3, 4, 4}), (Bytes{9, 5, 7, 8, 1, 2, 3, 4, 4}));
  EXPECT_EQ(encoded_strip(8, Bytes(136, 7)), (Bytes{8, 255, 7, 15, 7}));
}

TEST(StripEncode, WritesMasks) {
  Bytes mask(200, 0xF0);
  mask[150] = 1;
  mask[151] = 2;
  Bytes out{99};
  encode_mask_strip(mask.data(), 1, mask.size(), out);
  EXPECT_EQ(out, (Bytes{99, 255, 0xF0, 128 + 23, 0xF0, 2, 1, 2, 128 + 48, 0xF0}));
}

/// Returns colours of `bits` bits, in runs, steps and jumps.
Bytes drawn(Random& random, size_t pixels, unsigned bits) {
  const size_t change_one_in = random.in_range(1, 40);
  unsigned color = random.byte();
  Bytes out(pixels);
  for (uint8_t& pixel : out) {
    if (random.one_in(change_one_in)) {
      color =
          random.one_in(2) ? random.byte() : color + static_cast<unsigned>(random.in_range(-4, 4));
    }
    color %= 1u << bits;
    pixel = static_cast<uint8_t>(color);
  }
  return out;
}

TEST(StripEncode, WritesWhatIsReadBack) {
  Random random(1);
  for (int code = 0; code < 256; ++code) {
    const StripCode meaning = strip_code(static_cast<uint8_t>(code));
    if (meaning.coding == StripCoding::unknown) continue;
    for (int i = 0; i < 30; ++i) {
      const size_t height = random.in_range(0, 100);
      const size_t stride = 8 + random.in_range(0, 9);
      const Bytes pixels = drawn(random, stride * height, meaning.bits == 0 ? 8 : meaning.bits);
      Bytes strip;
      encode_strip(static_cast<uint8_t>(code), pixels.data(), stride, height, strip);
      Bytes out = pixels;
      for (size_t at = 0; at < out.size(); ++at) {
        if (at % stride < kStripWidth) out[at] = static_cast<uint8_t>(~out[at]);
      }
      ASSERT_EQ(decode_strip_reference(strip, height, out.data(), stride),
                (DecodeResult{DecodeEnd::complete, strip.size()}))
          << code;
      ASSERT_EQ(out, pixels) << code;
    }
  }
}

TEST(StripEncode, WritesBitmapsOfRoomsThatAreReadBack) {
  Random random(2);
  for (uint8_t code = 134; code <= 150; ++code) {
    const StripCode meaning = bitmap_code(code);
    if (meaning.coding == StripCoding::unknown) continue;
    const size_t width = random.in_range(1, 99);
    Bytes pixels = drawn(random, width * 30, meaning.bits == 0 ? 8 : meaning.bits);
    if (meaning.coding == StripCoding::fill) pixels.assign(pixels.size(), 77);
    Bytes bitmap;
    encode_room_bitmap(code, pixels.data(), width, 30, bitmap);
    Bytes out(pixels.size());
    ASSERT_EQ(decode_room_bitmap_reference(bitmap, width, 30, out.data()),
              (DecodeResult{DecodeEnd::complete, bitmap.size()}));
    ASSERT_EQ(out, pixels) << int{code};
  }
}

TEST(StripEncode, WritesMasksThatAreReadBack) {
  Random random(3);
  for (size_t height = 0; height < 600; ++height) {
    const Bytes mask = drawn(random, height * 3, 8);
    Bytes strip;
    encode_mask_strip(mask.data(), 3, height, strip);
    Bytes out = mask;
    for (size_t y = 0; y < height; ++y) out[3 * y] = 0xEE;
    ASSERT_EQ(decode_mask_strip(strip, height, out.data(), 3),
              (DecodeResult{DecodeEnd::complete, strip.size()}));
    ASSERT_EQ(out, mask);
  }
}

}  // namespace
}  // namespace wardrobe
