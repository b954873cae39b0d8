#include <gtest/gtest.h>

#include "kernels/decode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/majmin_support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::ExactBytes;
using Stream = test_support::MajminStream;

// A second decoder, written independently of the reference. It unpacks all bits first, and emits
// each pixel before it reads the next command.
DecodeResult plain_majmin(std::span<const uint8_t> in, size_t width, size_t height,
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

struct Style {
  size_t most_keeps;
  size_t color_one_in;
  size_t repeat_one_in;
};
constexpr Style kStyles[] = {{0, 2, 1000}, {3, 2, 30},   {12, 3, 5},
                             {100, 3, 4},  {0, 1000, 2}, {2000, 2, 2}};

/// Returns a stream of exactly `pixels` pixels.
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
  const DecodeResult plain_result = plain_majmin(in, width, height, expected_too);
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

TEST(Majmin, DecodesEveryLength) {
  Random random(1);
  for (size_t pixels = 1; pixels <= 600; ++pixels) {
    for (const Style& style : kStyles) {
      const ExactBytes in(random_stream(random, pixels, style), pixels % 64);
      ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
      ASSERT_NO_FATAL_FAILURE(check(in.span(), 1, pixels));
    }
  }
}

TEST(Majmin, DecodesLargePictures) {
  Random random(2);
  for (const Style& style : kStyles) {
    const ExactBytes in(random_stream(random, 255 * 255, style), 0);
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 255, 255));
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 254, 255));
    ASSERT_NO_FATAL_FAILURE(check(in.span(), 255, 256));
  }
}

TEST(Majmin, ReportsEveryTruncation) {
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

TEST(Majmin, ReportsWhatDoesNotFitThePicture) {
  Random random(4);
  for (const Style& style : kStyles) {
    const ExactBytes in(random_stream(random, 700, style), 0);
    for (size_t pixels = 0; pixels <= 720; ++pixels) {
      ASSERT_NO_FATAL_FAILURE(check(in.span(), pixels, 1));
    }
  }
}

TEST(Majmin, StopsAtTheLastPixelWhateverFollows) {
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

TEST(Majmin, SurvivesRandomBytes) {
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

TEST(Majmin, SurvivesDamage) {
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

TEST(Majmin, LeavesTheOutputAloneOutsideThePictureAndItsPadding) {
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

TEST(Majmin, DecodesWhatWasEncoded) {
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
    const Bytes stream = test_support::encode_majmin(pixels, width, height);
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
