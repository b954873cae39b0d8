#include <array>

#include <gtest/gtest.h>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/strips_support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::ExactBytes;

// Second decoders, written independently of the reference. They unpack all bits first, and put
// columns or rows of colours in place at the end.

struct PlainStrip {
  DecodeResult result{DecodeEnd::truncated, 0};
  Bytes pixels;  ///< in the order of the data
};

PlainStrip plain_bits(std::span<const uint8_t> in, size_t pixels, int code) {
  PlainStrip strip;
  if (in.size() < 2) return strip;
  std::vector<int> bits;
  for (const uint8_t byte : in.subspan(2)) {
    for (int i = 0; i < 8; ++i) bits.push_back(byte >> i & 1);
  }
  size_t at = 0;
  const auto take = [&](int count) {
    int value = 0;
    for (int i = 0; i < count; ++i, ++at) value += (at < bits.size() ? bits[at] : 0) << i;
    return value;
  };
  int color = in[1];
  int step = -1;
  int without_bits = 0;
  while (true) {
    strip.pixels.push_back(static_cast<uint8_t>(color));
    if (strip.pixels.size() == pixels) break;
    if (without_bits > 0) {
      --without_bits;
    } else if (take(1) == 1) {
      if (take(1) == 0) {
        color = take(code % 10);
        step = -1;
      } else if (code < 50) {
        if (take(1) == 1) step = -step;
        color += step;
      } else if (code > 130) {
        color += std::array{-4, -3, -2, -1, 1, 2, 3, 4}.at(static_cast<size_t>(take(3)));
      } else if (const int change = take(3); change != 4) {
        color += change - 4;
      } else {
        without_bits = take(8) - 1;
        if (at <= bits.size() && without_bits < 1) {
          strip.result.end = DecodeEnd::damaged;
          return strip;
        }
      }
    }
    if (at > bits.size()) return strip;
  }
  strip.result = {DecodeEnd::complete, 2 + (at + 7) / 8};
  return strip;
}

PlainStrip plain_bytes(std::span<const uint8_t> in, size_t pixels) {
  PlainStrip strip;
  size_t at = 1;
  while (strip.pixels.size() < pixels) {
    if (at >= in.size()) return strip;
    const int head = in[at++];
    for (int i = 0; i <= head / 2 && strip.pixels.size() < pixels; ++i) {
      if (at >= in.size()) return strip;
      strip.pixels.push_back(in[at]);
      if (head % 2 == 0) ++at;
    }
    if (head % 2 == 1) ++at;
  }
  strip.result = {DecodeEnd::complete, at};
  return strip;
}

/// Decodes a bitmap if `whole_room`, else a strip.
PlainStrip plain_picture(std::span<const uint8_t> in, size_t width, size_t height,
                         bool whole_room) {
  if (in.empty()) return {};
  const int code = in[0];
  const auto one_of = [code](std::initializer_list<int> tens) {
    return code % 10 >= 4 && code % 10 <= 8 && std::ranges::count(tens, code / 10) == 1;
  };
  const bool in_bits =
      whole_room ? one_of({13, 14}) : code == 143 || one_of({1, 2, 3, 4, 6, 8, 10, 12, 13, 14});
  const bool raw = !whole_room && (code == 1 || code == 149);
  const bool in_bytes = !whole_room && (code == 8 || code == 9);
  const bool fill = whole_room && code == 150;
  PlainStrip strip;
  if (!in_bits && !raw && !in_bytes && !fill) {
    strip.result.end = DecodeEnd::unknown_code;
  } else if (width * height == 0) {
    strip.result = {DecodeEnd::complete, 1};
  } else if (in_bits) {
    strip = plain_bits(in, width * height, code);
  } else if (in_bytes) {
    strip = plain_bytes(in, width * height);
  } else if (raw && in.size() > width * height) {
    strip.pixels.assign(in.begin() + 1, in.begin() + 1 + static_cast<ptrdiff_t>(width * height));
    strip.result = {DecodeEnd::complete, 1 + width * height};
  } else if (fill && in.size() > 1) {
    strip.pixels.assign(width * height, in[1]);
    strip.result = {DecodeEnd::complete, 2};
  }
  if (strip.result.end == DecodeEnd::complete && in_bits && (one_of({1, 3}))) {
    Bytes rows(strip.pixels.size());
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i % height * width + i / height] = strip.pixels[i];
    strip.pixels = rows;
  }
  return strip;
}

PlainStrip plain_mask(std::span<const uint8_t> in, size_t height) {
  PlainStrip strip;
  size_t at = 0;
  while (strip.pixels.size() < height) {
    if (at >= in.size()) return strip;
    const int head = in[at++];
    for (int i = head % 128 == 0 ? 256 : head % 128; i > 0; --i) {
      if (strip.pixels.size() == height) break;
      if (at >= in.size()) return strip;
      strip.pixels.push_back(in[at]);
      if (head < 128) ++at;
    }
    if (head >= 128) ++at;
  }
  strip.result = {DecodeEnd::complete, at};
  return strip;
}

/// Compares `decode(out, stride)` with `expected`. The output is a block of `width` × `height` with
/// margins around it, which must stay untouched.
template <class Decode>
void check_decoder(const PlainStrip& expected, size_t width, size_t height, size_t stride,
                   Decode decode) {
  constexpr size_t kMargin = 1100;  // more than any vector or block of a decoder
  Bytes block(2 * kMargin + stride * height, 0xA5);
  const DecodeResult result = decode(block.data() + kMargin, stride);
  ASSERT_EQ(result.end, expected.result.end);
  if (result.end == DecodeEnd::complete) {
    ASSERT_EQ(result.consumed, expected.result.consumed);
  }
  for (size_t i = 0; i < block.size(); ++i) {
    const bool inside =
        i >= kMargin && i - kMargin < stride * height && (i - kMargin) % stride < width;
    if (!inside) {
      ASSERT_EQ(block[i], 0xA5) << i;
    } else if (result.end == DecodeEnd::complete) {
      const size_t at = i - kMargin;
      ASSERT_EQ(block[i], expected.pixels[at / stride * width + at % stride]) << at;
    }
  }
}

void check_strip(std::span<const uint8_t> bytes, size_t height, size_t stride) {
  SCOPED_TRACE(testing::Message() << "code " << (bytes.empty() ? -1 : int{bytes[0]}) << ", height "
                                  << height << ", stride " << stride << ", " << bytes.size());
  const ExactBytes in(bytes, 0);
  const PlainStrip plain = plain_picture(bytes, kStripWidth, height, false);
  ASSERT_NO_FATAL_FAILURE(
      check_decoder(plain, kStripWidth, height, stride, [&](uint8_t* out, size_t step) {
        return decode_strip_reference(in.span(), height, out, step);
      }));
  ASSERT_NO_FATAL_FAILURE(check_decoder(
      plain, kStripWidth, height, stride,
      [&](uint8_t* out, size_t step) { return decode_strip(in.span(), height, out, step); }));
}

void check_bitmap(std::span<const uint8_t> bytes, size_t width, size_t height) {
  SCOPED_TRACE(testing::Message() << "code " << (bytes.empty() ? -1 : int{bytes[0]}) << ", "
                                  << width << " x " << height << ", " << bytes.size());
  const ExactBytes in(bytes, 0);
  const PlainStrip plain = plain_picture(bytes, width, height, true);
  const size_t stride = std::max<size_t>(width, 1);
  ASSERT_NO_FATAL_FAILURE(check_decoder(plain, width, height, stride, [&](uint8_t* out, size_t) {
    return decode_room_bitmap_reference(in.span(), width, height, out);
  }));
  ASSERT_NO_FATAL_FAILURE(check_decoder(plain, width, height, stride, [&](uint8_t* out, size_t) {
    return decode_room_bitmap(in.span(), width, height, out);
  }));
}

void check_mask(std::span<const uint8_t> bytes, size_t height, size_t stride) {
  SCOPED_TRACE(testing::Message() << "height " << height << ", " << bytes.size());
  const ExactBytes in(bytes, 0);
  const PlainStrip plain = plain_mask(bytes, height);
  ASSERT_NO_FATAL_FAILURE(check_decoder(plain, 1, height, stride, [&](uint8_t* out, size_t step) {
    return decode_mask_strip(in.span(), height, out, step);
  }));
}

std::vector<uint8_t> known_codes() {
  std::vector<uint8_t> codes;
  for (int code = 0; code < 256; ++code) {
    if (strip_code(static_cast<uint8_t>(code)).coding != StripCoding::unknown) {
      codes.push_back(static_cast<uint8_t>(code));
    }
  }
  return codes;
}

/// Returns a strip: `code`, then `size` random bytes. One in `zero_one_in` of them is 0, as bits of
/// 0 repeat the last pixel.
Bytes random_strip(Random& random, uint8_t code, size_t size, size_t zero_one_in) {
  Bytes bytes{code};
  for (size_t i = 0; i < size; ++i) {
    bytes.push_back(random.one_in(zero_one_in) ? uint8_t{0} : random.byte());
  }
  return bytes;
}

TEST(Strips, DecodesRandomBitsOfEveryCode) {
  Random random(1);
  EXPECT_EQ(known_codes().size(), 2 + 20 + 20 + 11 + 2u);
  for (const uint8_t code : known_codes()) {
    for (int i = 0; i < 60; ++i) {
      const size_t height = random.in_range(0, random.one_in(8) ? 300 : 40);
      const Bytes in = random_strip(random, code, 8 * height * 13 / 8 + 1, random.in_range(1, 4));
      ASSERT_NO_FATAL_FAILURE(check_strip(in, height, 8 + random.in_range(0, 2) * 8));
    }
  }
}

TEST(Strips, DecodesTallStrips) {
  Random random(2);
  for (const uint8_t code : {1, 9, 14, 26, 38, 67, 136}) {
    for (const size_t height : {size_t{511}, size_t{512}, size_t{1025}, size_t{5000}}) {
      const Bytes in = random_strip(random, code, 8 * height * 13 / 8 + 1, 2);
      ASSERT_NO_FATAL_FAILURE(check_strip(in, height, 8));
    }
  }
}

TEST(Strips, ReportsEveryTruncation) {
  Random random(3);
  for (const uint8_t code : known_codes()) {
    const Bytes in = random_strip(random, code, 60, 3);
    for (size_t size = 0; size <= in.size(); ++size) {
      ASSERT_NO_FATAL_FAILURE(check_strip(std::span(in).first(size), 17, 16));
    }
  }
}

TEST(Strips, SurvivesRandomBytes) {
  Random random(4);
  for (int i = 0; i < 4000; ++i) {
    const Bytes in =
        random_strip(random, random.byte(), random.in_range(0, 120), random.in_range(1, 5));
    ASSERT_NO_FATAL_FAILURE(check_strip(in, random.in_range(0, 50), 8));
  }
}

TEST(Strips, DecodesBitmapsOfRooms) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto code = static_cast<uint8_t>(random.in_range(132, 151));
    const size_t width = random.in_range(0, 70);
    const size_t height = random.in_range(0, 20);
    const size_t most = width * height * 13 / 8 + 1;
    const Bytes in = random_strip(random, code, random.one_in(3) ? random.in_range(0, most) : most,
                                  random.in_range(1, 4));
    ASSERT_NO_FATAL_FAILURE(check_bitmap(in, width, height));
  }
}

TEST(Strips, SayWhetherTheyAreSeeThrough) {
  std::vector<int> see_through;
  for (int code = 0; code < 256; ++code) {
    if (strip_is_see_through(static_cast<uint8_t>(code))) see_through.push_back(code);
  }
  EXPECT_EQ(see_through,
            (std::vector<int>{8,  34, 35,  36,  37,  38,  44,  45,  46,  47,  48,  84,  85,  86,
                              87, 88, 124, 125, 126, 127, 128, 143, 144, 145, 146, 147, 148, 149}));
}

TEST(MaskStrips, AreDecoded) {
  Random random(6);
  for (int i = 0; i < 4000; ++i) {
    Bytes in(random.in_range(0, 300));
    const size_t short_one_in = random.in_range(1, 4);
    for (uint8_t& byte : in)
      byte = random.one_in(short_one_in) ? random.byte() & 0x87 : random.byte();
    ASSERT_NO_FATAL_FAILURE(
        check_mask(in, random.in_range(0, random.one_in(4) ? 700 : 60), 1 + random.in_range(0, 9)));
  }
}

}  // namespace
}  // namespace wardrobe
