#pragma once

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/decode.h"
#include "tests/unit/kernels/row_codes_support.h"

// Tests properties that the decoders of codecs 5 and 32 share, on every target.

namespace wardrobe::test_support {

using DecodeRows = DecodeResult (*)(std::span<const uint8_t> in, size_t width, size_t height,
                                    std::span<uint8_t> out);

/// A stream that ends with the last of `pixels`.
struct RowsCase {
  const char* what;
  Bytes in;
  size_t width;
  size_t height;
  Bytes pixels;
};

inline void expect_decoded(DecodeRows decode, const std::vector<RowsCase>& cases) {
  for (const RowsCase& one : cases) {
    SCOPED_TRACE(one.what);
    Bytes out(one.width * one.height, 0xEE);
    EXPECT_EQ(decode(one.in, one.width, one.height, out),
              (DecodeResult{DecodeEnd::complete, one.in.size()}));
    EXPECT_EQ(out, one.pixels);
  }
}

/// Decodes pictures without pixels.
inline void expect_nothing_read(DecodeRows decode) {
  const Bytes in{1, 2, 3};
  EXPECT_EQ(decode(in, 0, 5, {}), (DecodeResult{DecodeEnd::complete, 0}));
  EXPECT_EQ(decode(in, 5, 0, {}), (DecodeResult{DecodeEnd::complete, 0}));
}

/// Returns how decoding ends.
inline DecodeEnd end_of(DecodeRows decode, const Bytes& in, size_t width, size_t height) {
  Bytes out(width * height);
  return decode(in, width, height, out).end;
}

/// Checks `decode` against `reference`, and both against a third decoder, `plain`.
template <class Codes>
class RowCodesSuite {
 public:
  RowCodesSuite(DecodeRows decode, DecodeRows reference, DecodeRows plain)
      : decode_(decode), reference_(reference), plain_(plain) {}

  void check(std::span<const uint8_t> in, size_t width, size_t height) const {
    if (testing::Test::HasFatalFailure()) return;  // reports only one failure
    const size_t pixels = width * height;
    Bytes expected(pixels);
    const DecodeResult right = reference_(in, width, height, expected);
    Bytes plain(pixels);
    const DecodeResult plain_result = plain_(in, width, height, plain);
    ASSERT_EQ(right.end, plain_result.end) << width << " x " << height << ", " << in.size();
    Bytes out(pixels + kPixelPadding, 0xEE);
    const DecodeResult result = decode_(in, width, height, out);
    ASSERT_EQ(result.end, right.end) << width << " x " << height << ", " << in.size();
    if (right.end != DecodeEnd::complete) return;
    ASSERT_EQ(right, plain_result) << width << " x " << height << ", " << in.size();
    ASSERT_EQ(expected, plain) << width << " x " << height;
    ASSERT_EQ(result, right) << width << " x " << height << ", " << in.size();
    out.resize(pixels);
    ASSERT_EQ(out, expected) << width << " x " << height;
  }

  void decodes_every_small_size() const {
    Random random(1);
    for (size_t width = 0; width <= 140; ++width) {
      for (size_t height = 0; height <= 12; ++height) {
        for (const CodesStyle& style : kCodesStyles) check_random(random, width, height, style);
      }
    }
  }

  void decodes_odd_sizes() const {
    Random random(2);
    constexpr size_t kSizes[] = {1, 2, 63, 64, 65, 128, 129, 192, 254, 255, 256, 257, 700, 4096};
    for (const CodesStyle& style : kCodesStyles) {
      for (const size_t size : kSizes) {
        check_random(random, size, 1, style);
        check_random(random, size, 3, style);
        check_random(random, 1, size, style);
        check_random(random, 3, size, style);
      }
      check_random(random, 255, 255, style);
    }
  }

  void reads_codes_of_every_first_byte() const {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const RowCode code = Codes::read(byte);
      for (const size_t before : {0, 1, 15, 16, 30, 31, 32, 61, 62, 63, 200}) {
        Bytes row;
        for (size_t i = 0; i < before; ++i) {
          row.push_back(static_cast<uint8_t>(Codes::write({CodeKind::run, 1})));
          row.push_back(static_cast<uint8_t>(i));
        }
        row.push_back(static_cast<uint8_t>(byte));
        for (size_t i = 0; i < code.data(); ++i) row.push_back(static_cast<uint8_t>(i + 7));
        const size_t width = before + code.length;
        check_row({row.begin(), row.end() - 1}, width);
        for (size_t room = std::max<size_t>(width, 1) - 1; room <= width + 1; ++room) {
          check_row(row, room);
        }
        row.push_back(static_cast<uint8_t>(Codes::write({CodeKind::literals, 1})));
        row.push_back(9);
        check_row(row, width + 1);
        row.pop_back();
        check_row(row, width + 1);
      }
    }
  }

  void reports_every_truncation() const {
    Random random(3);
    for (const CodesStyle& style : kCodesStyles) {
      const Bytes stream = random_codes<Codes>(random, 70, 9, style);
      for (size_t size = 0; size <= stream.size(); ++size) {
        const ExactBytes in(std::span<const uint8_t>(stream).first(size), 0);
        check(in.span(), 70, 9);
      }
    }
  }

  void reports_rows_that_do_not_fit() const {
    Random random(4);
    for (const CodesStyle& style : kCodesStyles) {
      for (size_t i = 0; i < 300; ++i) {
        const size_t width = random.in_range(1, 300);
        const ExactBytes in(random_codes<Codes>(random, width, 5, style), 0);
        for (size_t other = width - std::min<size_t>(width, 3); other < width + 3; ++other) {
          check(in.span(), other, 5);
        }
        check(in.span(), width + 256, 5);  // equal to `width` in eight bits
      }
    }
  }

  void survives_damage() const {
    Random random(5);
    for (int i = 0; i < 8000; ++i) {
      const size_t width = random.in_range(1, 150);
      const size_t height = random.in_range(1, 12);
      Bytes stream =
          random_codes<Codes>(random, width, height, kCodesStyles[random.in_range(0, 6)]);
      for (size_t n = random.in_range(1, 3); n != 0; --n) damage(random, stream);
      const ExactBytes in(stream, random.in_range(0, 63));
      check(in.span(), width, height);
    }
  }

  void survives_random_bytes() const {
    Random random(6);
    for (int i = 0; i < 8000; ++i) {
      Bytes stream(random.in_range(0, 600));
      for (uint8_t& byte : stream) byte = random.byte();
      // Scattered zeros keep most byte counts of rows inside the input.
      for (size_t at = 1; at < stream.size(); at += random.in_range(1, 20)) stream[at] = 0;
      const ExactBytes in(stream, 0);
      check(in.span(), random.in_range(1, 400), random.in_range(1, 20));
    }
  }

  void leaves_the_output_alone_outside_the_picture_and_its_padding() const {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
      const size_t width = random.in_range(1, 100);
      const size_t height = random.in_range(1, 4);
      Bytes stream =
          random_codes<Codes>(random, 10 * width, height, kCodesStyles[random.in_range(0, 6)]);
      Bytes block(64 + width * height + kPixelPadding + 64, 0xA5);
      (void)decode_(stream, width, height,
                    std::span(block).subspan(64, width * height + kPixelPadding));
      for (size_t k = 0; k < 64; ++k) {
        ASSERT_EQ(block[k], 0xA5);
        ASSERT_EQ(block[block.size() - 1 - k], 0xA5);
      }
    }
  }

  template <class Encode>
  void decodes_what_was_encoded(size_t bound_of_pixel, Encode encode) const {
    Random random(8);
    for (int i = 0; i < 600; ++i) {
      const size_t width = random.in_range(1, i % 20 == 0 ? 1000 : 150);
      const size_t height = random.in_range(1, 40);
      Bytes pixels(width * height);
      const size_t change_one_in = random.in_range(1, 60);
      uint8_t color = 0;
      for (uint8_t& pixel : pixels) {
        if (random.one_in(change_one_in)) color = random.one_in(3) ? uint8_t{255} : random.byte();
        pixel = color;
      }
      Bytes stream((bound_of_pixel * width + 2) * height);
      stream.resize(encode(pixels, width, height, stream));
      const ExactBytes in(stream, 0);
      check(in.span(), width, height);
      Bytes out(pixels.size() + kPixelPadding);
      ASSERT_EQ(decode_(in.span(), width, height, out),
                (DecodeResult{DecodeEnd::complete, stream.size()}));
      out.resize(pixels.size());
      ASSERT_EQ(out, pixels);
    }
  }

 private:
  void check_random(Random& random, size_t width, size_t height, const CodesStyle& style) const {
    const ExactBytes in(random_codes<Codes>(random, width, height, style), width % 64);
    check(in.span(), width, height);
  }

  /// Checks a picture of one row, and a picture of two copies of it.
  void check_row(const Bytes& row, size_t width) const {
    Bytes stream{static_cast<uint8_t>(row.size()), static_cast<uint8_t>(row.size() >> 8)};
    stream.insert(stream.end(), row.begin(), row.end());
    const ExactBytes one(stream, 0);
    check(one.span(), width, 1);
    const Bytes copy = stream;
    stream.insert(stream.end(), copy.begin(), copy.end());
    const ExactBytes two(stream, 0);
    check(two.span(), width, 2);
  }

  DecodeRows decode_;
  DecodeRows reference_;
  DecodeRows plain_;
};

}  // namespace wardrobe::test_support
