#include "kernels/majmin.h"

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/majmin_encode.h"
#include "kernels/majmin_reference.h"
#include "tests/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::ExactBytes;
using test_support::Random;

/// Writes a stream command by command.
class Stream {
 public:
  Stream(unsigned bits_per_pixel, unsigned color)
      : bytes_{static_cast<uint8_t>(bits_per_pixel), static_cast<uint8_t>(color)} {}

  Stream& keep(size_t count = 1) {
    for (; count != 0; --count) put(0, 1);
    return *this;
  }
  Stream& color(unsigned value) {
    put(1, 1);
    put(0, 1);
    put(value, bytes_[0]);
    return *this;
  }
  /// By -4 to 3, but not by 0.
  Stream& change(int by) {
    put(1, 1);
    put(1, 1);
    put(static_cast<unsigned>(by + 4), 3);
    return *this;
  }
  Stream& repeat(unsigned count) {
    change(0);
    put(count, 8);
    return *this;
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  void put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++at_) {
      if (at_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<uint8_t>(bytes_.back() | (value >> i & 1) << at_ % 8);
    }
  }

  Bytes bytes_;
  size_t at_ = 0;
};

// A second decoder, written apart from the reference: all bits are laid out first, and each pixel
// is emitted before what follows it is looked at.
DecodeResult plain(std::span<const uint8_t> in, size_t width, size_t height,
                   std::span<uint8_t> out) {
  if (width * height == 0) return {DecodeEnd::complete, 0};
  if (!in.empty() && (in[0] < 1 || in[0] > 8)) return {DecodeEnd::damaged, 0};
  if (in.size() < 2) return {DecodeEnd::truncated, 0};
  std::vector<int> bits;
  for (const uint8_t byte : in.subspan(2)) {
    for (int i = 0; i < 8; ++i) bits.push_back(byte >> i & 1);
  }
  size_t at = 0;
  int color = in[1];
  size_t without_command = 0;
  for (size_t pixel = 0; pixel < width * height; ++pixel) {
    out[pixel] = static_cast<uint8_t>(color);
    if (pixel + 1 == width * height) break;
    if (without_command != 0) {
      --without_command;
      continue;
    }
    const auto take = [&](int count) {
      int value = 0;
      for (int i = 0; i < count; ++i, ++at) value += (at < bits.size() ? bits[at] : 0) << i;
      return value;
    };
    if (take(1) == 1) {
      if (take(1) == 0) {
        color = take(in[0]);
      } else if (const int change = take(3); change != 4) {
        color = (color + change - 4) % 256;
      } else {
        const int count = take(8);
        if (at <= bits.size() && count <= 1) return {DecodeEnd::damaged, 0};
        if (at <= bits.size() && pixel + static_cast<size_t>(count) >= width * height) {
          return {DecodeEnd::overrun, 0};
        }
        without_command = static_cast<size_t>(count) - 1;
      }
    }
    if (at > bits.size()) return {DecodeEnd::truncated, 0};
  }
  return {DecodeEnd::complete, 2 + (at + 7) / 8};
}

// By hand from SCUMM.md §6 "Codec 16".

Bytes pixels_of(const Bytes& in, size_t width, size_t height) {
  Bytes out(width * height, 0xEE);
  EXPECT_EQ(decode_majmin_rows_reference(in, width, height, out),
            (DecodeResult{DecodeEnd::complete, in.size()}));
  return out;
}

DecodeEnd end_of(const Bytes& in, size_t width, size_t height) {
  Bytes out(width * height);
  return decode_majmin_rows_reference(in, width, height, out).end;
}

TEST(MajminReference, StartsWithTheFirstColor) {
  EXPECT_EQ(pixels_of({8, 77}, 1, 1), (Bytes{77}));
  EXPECT_EQ(pixels_of({1, 77}, 1, 1), (Bytes{77}));
}

TEST(MajminReference, ReadsBitsFromTheLowestOne) {
  // 0: keep. 1,0 and 4 bits, 1,1,0,1: the colour 11. 0: keep.
  EXPECT_EQ(pixels_of({4, 3, 0b0'1011'01'0}, 4, 1), (Bytes{3, 3, 11, 11}));
  EXPECT_EQ(Stream(4, 3).keep().color(11).keep().bytes(), (Bytes{4, 3, 0b0'1011'01'0}));
}

TEST(MajminReference, ChangesAColorByThreeBits) {
  // 1,1 and 0: 0 - 4. 1,1 and 7: 7 - 4.
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
  // After the first pixel: 3, the first two of which are followed by nothing.
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
  EXPECT_EQ(end_of({}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8}, 1, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8, 1}, 2, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8, 1, 0}, 10, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8, 1, 0b10000000}, 9, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8, 1, 0b10011}, 9, 1), DecodeEnd::truncated);
  EXPECT_EQ(end_of({8, 1, 0}, 9, 1), DecodeEnd::complete);
}

TEST(MajminReference, ReportsARepeatThatGoesPastTheLastPixel) {
  EXPECT_EQ(end_of(Stream(8, 9).repeat(3).bytes(), 2, 2), DecodeEnd::complete);
  EXPECT_EQ(end_of(Stream(8, 9).repeat(4).bytes(), 2, 2), DecodeEnd::overrun);
}

TEST(MajminReference, ReportsDamage) {
  EXPECT_EQ(end_of({0, 9}, 1, 1), DecodeEnd::damaged);
  EXPECT_EQ(end_of({9, 9}, 1, 1), DecodeEnd::damaged);
  EXPECT_EQ(end_of(Stream(8, 9).repeat(0).bytes(), 2, 2), DecodeEnd::damaged);
  EXPECT_EQ(end_of(Stream(8, 9).repeat(1).bytes(), 2, 2), DecodeEnd::damaged);
}

Bytes encode(const Bytes& pixels, size_t width, size_t height) {
  Bytes out(encode_majmin_bound(width * height));
  out.resize(encode_majmin(pixels, width, height, out));
  return out;
}

TEST(MajminEncode, WritesEveryKindOfCommand) {
  Bytes pixels{9, 9, 12, 12, 8, 100};
  EXPECT_EQ(encode(pixels, 3, 2),
            Stream(7, 9).keep().change(3).keep().change(-4).color(100).bytes());
  pixels.insert(pixels.end(), 14, 100);
  EXPECT_EQ(encode(pixels, 4, 5),
            Stream(7, 9).keep().change(3).keep().change(-4).color(100).repeat(14).bytes());
}

TEST(MajminEncode, NeedsAsManyBitsPerPixelAsTheHighestColor) {
  EXPECT_EQ(encode({0}, 1, 1), (Bytes{1, 0}));
  EXPECT_EQ(encode({1}, 1, 1), (Bytes{1, 1}));
  EXPECT_EQ(encode({16}, 1, 1), (Bytes{5, 16}));
  EXPECT_EQ(encode({255}, 1, 1), (Bytes{8, 255}));
}

TEST(MajminEncode, WritesNothingForAPictureWithoutPixels) { EXPECT_EQ(encode({}, 0, 5), Bytes{}); }

struct Style {
  size_t most_keeps;
  size_t color_one_in;
  size_t repeat_one_in;
};
constexpr Style kStyles[] = {{0, 2, 1000}, {3, 2, 30},   {12, 3, 5},
                             {100, 3, 4},  {0, 1000, 2}, {2000, 2, 2}};

/// A stream of exactly `pixels` pixels.
Bytes random_stream(Random& random, size_t pixels, const Style& style) {
  const auto bits_per_pixel = static_cast<unsigned>(random.in_range(1, 8));
  Stream stream(bits_per_pixel, random.byte());
  for (size_t left = pixels - 1; left != 0;) {
    const size_t keeps = random.in_range(0, std::min(left, style.most_keeps));
    stream.keep(keeps);
    left -= keeps;
    if (left == 0) break;
    if (left > 1 && random.one_in(style.repeat_one_in)) {
      const size_t count = random.in_range(2, std::min<size_t>(left, 255));
      stream.repeat(static_cast<unsigned>(count));
      left -= count;
    } else {
      const int by = static_cast<int>(random.in_range(0, 7)) - 4;
      if (by == 0 || random.one_in(style.color_one_in)) {
        stream.color(static_cast<unsigned>(random.in_range(0, (1u << bits_per_pixel) - 1)));
      } else {
        stream.change(by);
      }
      --left;
    }
  }
  return stream.bytes();
}

void check(std::span<const uint8_t> in, size_t width, size_t height) {
  const size_t pixels = width * height;
  Bytes expected(pixels);
  const DecodeResult right = decode_majmin_rows_reference(in, width, height, expected);
  Bytes expected_too(pixels);
  const DecodeResult plain_result = plain(in, width, height, expected_too);
  ASSERT_EQ(right.end, plain_result.end) << width << " x " << height << ", " << in.size();
  Bytes out(pixels + kPixelPadding, 0xEE);
  const DecodeResult result = decode_majmin_rows(in, width, height, out);
  ASSERT_EQ(result.end, right.end) << width << " x " << height << ", " << in.size();
  if (right.end != DecodeEnd::complete) return;
  ASSERT_EQ(right, plain_result);
  ASSERT_EQ(expected, expected_too);
  ASSERT_EQ(result, right) << width << " x " << height << ", " << in.size();
  out.resize(pixels);
  ASSERT_EQ(out, expected) << width << " x " << height;
}

class Majmin : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Majmin);

TEST_P(Majmin, DecodesEveryLength) {
  Random random(1);
  for (size_t pixels = 1; pixels <= 600; ++pixels) {
    for (const Style& style : kStyles) {
      const ExactBytes in(random_stream(random, pixels, style), pixels % 64);
      ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
      ASSERT_NO_FATAL_FAILURE(check(in.span(), 1, pixels));
    }
  }
}

TEST_P(Majmin, DecodesLargePictures) {
  Random random(2);
  for (const Style& style : kStyles) {
    const ExactBytes in(random_stream(random, 255 * 255, style), 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 255, 255));
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 254, 255));
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 255, 256));
  }
}

TEST_P(Majmin, ReportsEveryTruncation) {
  Random random(3);
  for (const Style& style : kStyles) {
    for (int i = 0; i < 10; ++i) {
      const Bytes stream = random_stream(random, 500, style);
      for (size_t size = 0; size <= stream.size(); ++size) {
        const ExactBytes in(std::span<const uint8_t>(stream).first(size), 0);
        ASSERT_NO_FATAL_FAILURE(check(in.span(), 20, 25));
      }
    }
  }
}

TEST_P(Majmin, ReportsWhatDoesNotFitThePicture) {
  Random random(4);
  for (const Style& style : kStyles) {
    const ExactBytes in(random_stream(random, 700, style), 0);
    for (size_t pixels = 0; pixels <= 720; ++pixels) {
      ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
    }
  }
}

TEST_P(Majmin, StopsAtTheLastPixelWhateverFollows) {
  Random random(5);
  for (int i = 0; i < 3000; ++i) {
    const size_t pixels = random.in_range(1, 400);
    Bytes stream = random_stream(random, pixels, kStyles[i % 6]);
    const bool zeros = random.one_in(2);
    for (size_t more = random.in_range(1, 40); more != 0; --more) {
      stream.push_back(zeros ? uint8_t{0} : random.byte());
    }
    const ExactBytes in(stream, 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
  }
}

TEST_P(Majmin, SurvivesRandomBytes) {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    Bytes stream(random.in_range(0, 200));
    const size_t zero_one_in = random.in_range(1, 6);
    for (uint8_t& byte : stream) byte = random.one_in(zero_one_in) ? uint8_t{0} : random.byte();
    if (!stream.empty()) stream[0] = static_cast<uint8_t>(random.in_range(0, 9));
    const ExactBytes in(stream, 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), random.in_range(1, 60), random.in_range(1, 30)));
  }
}

TEST_P(Majmin, SurvivesDamage) {
  Random random(7);
  for (int i = 0; i < 10000; ++i) {
    const size_t pixels = random.in_range(1, 500);
    Bytes stream = random_stream(random, pixels, kStyles[i % 6]);
    for (size_t n = random.in_range(1, 3); n != 0; --n) {
      stream[random.in_range(0, stream.size() - 1)] ^= static_cast<uint8_t>(1 << random.next() % 8);
    }
    const ExactBytes in(stream, 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
  }
}

TEST_P(Majmin, LeavesTheOutputAloneOutsideThePictureAndItsPadding) {
  Random random(8);
  for (size_t pixels = 0; pixels < 300; ++pixels) {
    for (int i = 0; i < 6; ++i) {
      const Bytes stream = random_stream(random, 2000, kStyles[i]);
      Bytes block(64 + pixels + kPixelPadding + 64, 0xA5);
      (void)decode_majmin_rows(stream, pixels, 1,
                               std::span(block).subspan(64, pixels + kPixelPadding));
      for (size_t k = 0; k < 64; ++k) {
        ASSERT_EQ(block[k], 0xA5);
        ASSERT_EQ(block[block.size() - 1 - k], 0xA5);
      }
    }
  }
}

TEST_P(Majmin, DecodesWhatWasEncoded) {
  Random random(9);
  for (int i = 0; i < 400; ++i) {
    const size_t width = random.in_range(1, 120);
    const size_t height = random.in_range(1, 60);
    Bytes pixels(width * height);
    const size_t change_one_in = random.in_range(1, 300);
    const auto colors = static_cast<unsigned>(random.in_range(1, 256));
    unsigned color = 0;
    for (uint8_t& pixel : pixels) {
      if (random.one_in(change_one_in)) {
        color = (random.one_in(2) ? color + 1 : random.byte()) % colors;
      }
      pixel = static_cast<uint8_t>(color);
    }
    const Bytes stream = encode(pixels, width, height);
    const ExactBytes in(stream, 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), width, height));
    Bytes out(pixels.size() + kPixelPadding);
    ASSERT_EQ(decode_majmin_rows(in.span(), width, height, out),
              (DecodeResult{DecodeEnd::complete, stream.size()}));
    out.resize(pixels.size());
    ASSERT_EQ(out, pixels);
  }
}

}  // namespace
}  // namespace wardrobe
