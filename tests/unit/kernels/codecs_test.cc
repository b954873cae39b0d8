#include <bitset>

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/plain_codecs.h"
#include "tests/unit/kernels/random_streams.h"

// Every codec of costumes, on every target: the kernel, its reference and a plain decoder agree on
// whatever input, and encoders write what is read back.

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::ExactBytes;
using test_support::kClear;
using Decode = DecodeResult (*)(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out);
using Encode = Bytes (*)(const Bytes& pixels, size_t width, size_t height);

struct Codec {
  const char* name;
  Decode kernel;     ///< `out` is a picture and `padding`
  Decode reference;  ///< `out` is a picture
  Decode plain;      ///< a third decoder, or null where the two above share nothing
  size_t padding;
  Bytes (*random)(Random& random, size_t width, size_t height);
  Encode encode;               ///< or null
  unsigned colors = 256;       ///< of what is encoded
  size_t columns_of_unit = 1;  ///< a unit is as many columns as must stand together
};

/// Bytes with others before and after them, which must not change.
class GuardedBytes {
 public:
  explicit GuardedBytes(size_t size) : block_(size + 2 * kGuard, 0xA5) {}
  std::span<uint8_t> span() {
    return std::span(block_).subspan(kGuard, block_.size() - 2 * kGuard);
  }
  bool others_are_unchanged() const {
    return std::all_of(block_.begin(), block_.begin() + kGuard, is_guard) &&
           std::all_of(block_.end() - kGuard, block_.end(), is_guard);
  }

 private:
  static constexpr std::ptrdiff_t kGuard = 64;
  static bool is_guard(uint8_t byte) { return byte == 0xA5; }

  Bytes block_;
};

template <RleSplit split>
DecodeResult rle_kernel(std::span<const uint8_t> in, size_t width, size_t height,
                        std::span<uint8_t> out) {
  GuardedBytes scratch(width * height + kPixelPadding);
  const DecodeResult result = decode_rle_rows(in, split, width, height, out, scratch.span());
  EXPECT_TRUE(scratch.others_are_unchanged());
  return result;
}

template <RleSplit split>
DecodeResult rle_reference(std::span<const uint8_t> in, size_t width, size_t height,
                           std::span<uint8_t> out) {
  return decode_rle_rows_reference(in, split, width, height, out);
}

template <RleSplit split>
DecodeResult rle_by_rows_kernel(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out) {
  return decode_rle_by_rows(in, split, width, height, out);
}

template <RleSplit split>
DecodeResult rle_by_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                   std::span<uint8_t> out) {
  return decode_rle_rows_reference(in, split, 1, width * height, out);
}

/// Decodes an auxiliary picture, and checks that its colours are those of its pixels.
DecodeResult auxiliary_kernel(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  const DecodeResult result = decode_auxiliary_rows(in, width, height, kClear, out);
  std::bitset<256> colors;
  const DecodeEnd end = find_auxiliary_colors(in, width, height, colors);
  if (result.end != DecodeEnd::complete) return result;
  std::bitset<256> drawn;
  for (const uint8_t pixel : out) drawn.set(pixel);
  EXPECT_EQ(end, DecodeEnd::complete);
  EXPECT_EQ(colors, drawn.reset(kClear));
  return result;
}

DecodeResult auxiliary_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                 std::span<uint8_t> out) {
  return decode_auxiliary_rows_reference(in, width, height, kClear, out);
}

template <class Encoder>
Bytes encoded(size_t bound, const Encoder& encode) {
  Bytes out(bound);
  const size_t size = encode(std::span(out));
  EXPECT_LE(size, bound);
  out.resize(size);
  return out;
}

template <RleSplit split>
Bytes encoded_rle(const Bytes& pixels, size_t width, size_t height) {
  return encoded(encode_rle_bound(pixels.size()), [&](std::span<uint8_t> out) {
    return encode_rle(pixels, width, height, split, out);
  });
}

template <RleSplit split>
Bytes encoded_rle_by_rows(const Bytes& pixels, size_t, size_t) {
  return encoded_rle<split>(pixels, 1, pixels.size());
}

template <auto encode, auto bound>
Bytes encoded_rows(const Bytes& pixels, size_t width, size_t height) {
  return encoded(bound(width, height),
                 [&](std::span<uint8_t> out) { return encode(pixels, width, height, out); });
}

template <auto encode, auto bound>
Bytes encoded_pixels(const Bytes& pixels, size_t width, size_t height) {
  return encoded(bound(pixels.size()),
                 [&](std::span<uint8_t> out) { return encode(pixels, width, height, out); });
}

template <RleSplit split>
constexpr Codec kRle{"1",
                     rle_kernel<split>,
                     rle_reference<split>,
                     test_support::plain_rle<split, false>,
                     kPixelPadding,
                     test_support::random_rle<split>,
                     encoded_rle<split>,
                     test_support::color_count(split)};
template <RleSplit split>
constexpr Codec kRleByRows{"1 by rows",
                           rle_by_rows_kernel<split>,
                           rle_by_rows_reference<split>,
                           test_support::plain_rle<split, true>,
                           kPixelPadding,
                           test_support::random_rle<split>,
                           encoded_rle_by_rows<split>,
                           test_support::color_count(split)};
constexpr Codec kBomp{"5",
                      decode_bomp_rows,
                      decode_bomp_rows_reference,
                      test_support::plain_bomp,
                      kPixelPadding,
                      test_support::random_codes<BompCodes>,
                      encoded_rows<encode_bomp, encode_bomp_bound>};
constexpr Codec kMajmin{"16",
                        decode_majmin_rows,
                        decode_majmin_rows_reference,
                        test_support::plain_majmin,
                        kPixelPadding,
                        test_support::random_majmin,
                        encoded_pixels<encode_majmin, encode_majmin_bound>};
constexpr Codec kTrle{"32",
                      decode_trle_rows,
                      decode_trle_rows_reference,
                      test_support::plain_rows<false>,
                      kPixelPadding,
                      test_support::random_codes<TrleCodes>,
                      encoded_rows<encode_trle, encode_trle_bound>};
constexpr Codec kAuxiliary{"auxiliary",
                           auxiliary_kernel,
                           auxiliary_reference,
                           test_support::plain_rows<true>,
                           0,
                           test_support::random_codes<TrleCodes, false>,
                           nullptr};
constexpr Codec kWide{"wide",
                      decode_wide_rows,
                      decode_wide_rows_reference,
                      nullptr,
                      0,
                      test_support::random_wide,
                      encoded_pixels<encode_wide, encode_wide_bound>,
                      4,
                      kStripWidth};
constexpr Codec kCodecs[] = {kRle<RleSplit::colors16>,
                             kRle<RleSplit::colors32>,
                             kRle<RleSplit::colors64>,
                             kRleByRows<RleSplit::colors16>,
                             kRleByRows<RleSplit::colors32>,
                             kRleByRows<RleSplit::colors64>,
                             kBomp,
                             kMajmin,
                             kTrle,
                             kAuxiliary,
                             kWide};

/// Compares the decoders, given `bytes` that start at `offset` in a block.
void check(const Codec& codec, std::span<const uint8_t> bytes, size_t width, size_t height,
           size_t offset = 0) {
  if (testing::Test::HasFatalFailure()) return;  // reports only one failure
  if (width % codec.columns_of_unit != 0)
    width += codec.columns_of_unit - width % codec.columns_of_unit;
  const auto what = [&] {
    return testing::Message() << "codec " << codec.name << ", " << width << " x " << height << ", "
                              << bytes.size() << " bytes";
  };
  const ExactBytes exact(bytes, offset);
  const std::span<const uint8_t> in = exact.span();
  const size_t pixels = width * height;
  Bytes expected(pixels);
  const DecodeResult right = codec.reference(in, width, height, expected);
  GuardedBytes block(pixels + codec.padding);
  const DecodeResult result = codec.kernel(in, width, height, block.span());
  ASSERT_TRUE(block.others_are_unchanged()) << what();
  ASSERT_EQ(result.end, right.end) << what();
  const bool complete = right.end == DecodeEnd::complete;
  if (complete) {
    ASSERT_EQ(result, right) << what();
    ASSERT_TRUE(std::ranges::equal(block.span().first(pixels), expected)) << what();
  }
  if (codec.plain == nullptr) return;
  Bytes plain(pixels);
  const DecodeResult plain_result = codec.plain(in, width, height, plain);
  ASSERT_EQ(plain_result.end, right.end) << what();
  if (complete) {
    ASSERT_EQ(plain_result, right) << what();
    ASSERT_EQ(plain, expected) << what();
  }
}

void check_random(const Codec& codec, Random& random, size_t width, size_t height) {
  check(codec, codec.random(random, width, height), width, height, random.in_range(0, 63));
}

class Codecs : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Codecs);

TEST_P(Codecs, DecodeEveryLengthAndSmallSize) {
  Random random(1);
  for (const Codec& codec : kCodecs) {
    for (size_t length = 0; length <= 600; ++length) {
      for (int i = 0; i < 2; ++i) {
        check_random(codec, random, 1, length);
        check_random(codec, random, length, 1);
      }
    }
    for (size_t width = 0; width <= 140; ++width) {
      for (size_t height = 0; height <= 12; ++height) {
        for (int i = 0; i < 2; ++i) check_random(codec, random, width, height);
      }
    }
  }
}

TEST_P(Codecs, DecodeLargeSizes) {
  Random random(2);
  for (const Codec& codec : kCodecs) {
    for (const size_t size : {17, 63, 64, 65, 128, 129, 192, 254, 255, 256, 257, 700, 4096}) {
      for (int i = 0; i < 8; ++i) {
        check_random(codec, random, size, 3);
        check_random(codec, random, 3, size);
      }
      check_random(codec, random, size, 255);
      check_random(codec, random, 64, size);
    }
  }
}

TEST_P(Codecs, ReportEveryTruncation) {
  Random random(3);
  for (const Codec& codec : kCodecs) {
    for (int i = 0; i < 8; ++i) {
      const Bytes stream = codec.random(random, 70, 9);
      for (size_t size = 0; size <= stream.size(); ++size) {
        check(codec, std::span(stream).first(size), 70, 9);
      }
    }
  }
}

TEST_P(Codecs, ReportWhatDoesNotFit) {
  Random random(4);
  for (const Codec& codec : kCodecs) {
    for (int i = 0; i < 300; ++i) {
      const size_t width = random.in_range(1, 300);
      const Bytes stream = codec.random(random, width, 5);
      for (size_t other = width - std::min<size_t>(width, 3); other < width + 3; ++other) {
        check(codec, stream, other, 5);
      }
      check(codec, stream, width + 256, 5);  // equal to `width` in eight bits
    }
    for (int i = 0; i < 4; ++i) {
      const Bytes stream = codec.random(random, 1, 700);
      for (size_t pixels = 0; pixels <= 720; ++pixels) {
        check(codec, stream, pixels, 1);
        check(codec, stream, 1, pixels);
      }
    }
  }
}

TEST_P(Codecs, StopAtTheLastPixelWhateverFollows) {
  Random random(5);
  for (const Codec& codec : kCodecs) {
    for (int i = 0; i < 2000; ++i) {
      const size_t width = random.in_range(1, 60);
      const size_t height = random.in_range(1, 12);
      Bytes stream = codec.random(random, width, height);
      const size_t zero_one_in = random.in_range(1, 4);
      for (size_t more = random.in_range(0, 300); more != 0; --more) {
        stream.push_back(random.one_in(zero_one_in) ? uint8_t{0} : random.byte());
      }
      check(codec, stream, width, height);
    }
  }
}

TEST_P(Codecs, SurviveDamage) {
  Random random(6);
  for (const Codec& codec : kCodecs) {
    for (int i = 0; i < 4000; ++i) {
      const size_t width = random.in_range(1, 150);
      const size_t height = random.in_range(1, 12);
      Bytes stream = codec.random(random, width, height);
      for (size_t n = random.in_range(1, 3); n != 0; --n) test_support::damage(random, stream);
      check(codec, stream, width, height, random.in_range(0, 63));
    }
  }
}

TEST_P(Codecs, SurviveRandomBytes) {
  Random random(7);
  for (const Codec& codec : kCodecs) {
    for (int i = 0; i < 4000; ++i) {
      Bytes stream(random.in_range(0, 600));
      const size_t zero_one_in = random.in_range(1, 8);
      for (uint8_t& byte : stream) byte = random.one_in(zero_one_in) ? uint8_t{0} : random.byte();
      // Scattered zeros keep most byte counts of rows inside the input; codec 16 has up to 8 bits.
      for (size_t at = 1; at < stream.size(); at += random.in_range(1, 20)) stream[at] = 0;
      if (!stream.empty() && random.one_in(2)) stream[0] %= 10;
      check(codec, stream, random.in_range(1, random.one_in(2) ? 60 : 400), random.in_range(1, 20));
    }
  }
}

TEST_P(Codecs, DecodeWhatWasEncoded) {
  Random random(8);
  for (const Codec& codec : kCodecs) {
    if (codec.encode == nullptr) continue;
    for (int i = 0; i < 400; ++i) {
      const size_t units =
          random.in_range(0, (random.one_in(4) ? 700 : 120) / codec.columns_of_unit);
      const size_t width = codec.columns_of_unit * units;
      const size_t height = random.in_range(0, 120);
      Bytes pixels(width * height);
      const size_t change_one_in = random.in_range(1, random.one_in(2) ? 40 : 300);
      const size_t repeat = codec.columns_of_unit == 1 ? 1 : 2;
      unsigned color = 0;
      for (size_t at = 0; at < pixels.size(); ++at) {
        if (at % repeat == 0 && random.one_in(change_one_in)) {
          color = random.one_in(3) ? 255 : random.one_in(2) ? color + 1 : random.byte();
        }
        pixels[at] = static_cast<uint8_t>(color % codec.colors);
      }
      const Bytes stream = codec.encode(pixels, width, height);
      check(codec, stream, width, height);
      Bytes out(pixels.size() + codec.padding);
      ASSERT_EQ(codec.kernel(stream, width, height, out),
                (DecodeResult{DecodeEnd::complete, stream.size()}));
      out.resize(pixels.size());
      ASSERT_EQ(out, pixels) << codec.name;
    }
  }
}

/// Checks a picture of one row, and a picture of two copies of it.
void check_row(const Codec& codec, const Bytes& row, size_t width) {
  Bytes stream{static_cast<uint8_t>(row.size()), static_cast<uint8_t>(row.size() >> 8)};
  stream.insert(stream.end(), row.begin(), row.end());
  check(codec, stream, width, 1);
  const Bytes copy = stream;
  stream.insert(stream.end(), copy.begin(), copy.end());
  check(codec, stream, width, 2);
}

template <class Codes>
void check_codes_of_every_first_byte(const Codec& codec) {
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
      check_row(codec, {row.begin(), row.end() - 1}, width);
      for (size_t room = std::max<size_t>(width, 1) - 1; room <= width + 1; ++room) {
        check_row(codec, row, room);
      }
      row.push_back(static_cast<uint8_t>(Codes::write({CodeKind::literals, 1})));
      row.push_back(9);
      check_row(codec, row, width + 1);
      row.pop_back();
      check_row(codec, row, width + 1);
    }
  }
}

TEST_P(Codecs, ReadRowsOfCodesOfEveryFirstByte) {
  check_codes_of_every_first_byte<BompCodes>(kBomp);
  check_codes_of_every_first_byte<TrleCodes>(kTrle);
}

TEST_P(Codecs, FillShortRowsAfterAnyNumberOfCodes) {
  for (uint8_t codes = 0; codes <= 70; ++codes) {
    Bytes runs;
    for (uint8_t i = 0; i < codes; ++i) runs.insert(runs.end(), {2, i});
    Bytes skips(codes, 3);  // one pixel each
    skips.insert(skips.end(), {2, 9});
    for (const size_t more : {0, 1, 30, 63, 64, 128, 192, 200, 223, 224, 225, 254, 255, 256, 300}) {
      check_row(kTrle, runs, codes + more);
      check_row(kTrle, skips, codes + 1 + more);
    }
  }
}

TEST_P(Codecs, ReadRunsOfEveryLengthInBothForms) {
  constexpr RleSplit kSplits[] = {RleSplit::colors16, RleSplit::colors32, RleSplit::colors64};
  for (size_t of = 0; of < std::size(kSplits); ++of) {
    for (size_t length = 1; length <= 256; ++length) {
      for (const size_t before : {0, 7, 62, 63, 64}) {
        Bytes stream;
        for (unsigned i = 0; i < before; ++i) {
          test_support::append_run(stream, kSplits[of], i % 3, 1);
        }
        test_support::append_run(stream, kSplits[of], 3, length, true);
        test_support::append_run(stream, kSplits[of], 2, length);
        test_support::append_run(stream, kSplits[of], 1, 1);
        for (const size_t more : {0, 1, 2}) {
          check(kCodecs[of], stream, 1, before + 2 * length - 1 + more);
        }
      }
    }
  }
}

TEST_P(Codecs, TellEscapesFromLengthsThatLookLikeThem) {
  // A byte that extends a run to 16, 32, … pixels looks like an escape. This tries chains of such
  // bytes, of many lengths and at every position.
  for (size_t of = 0; of < 3; ++of) {
    for (size_t before = 0; before <= 65; ++before) {
      for (size_t chain = 1; chain <= 130; chain += 1 + chain / 8) {
        Bytes stream(before, 0x11);
        stream.insert(stream.end(), chain, 0x40);
        const size_t pixels = before + chain / 2 * 0x40;
        check(kCodecs[of], stream, 1, pixels);
        check(kCodecs[of], stream, 1, pixels + 1);
      }
    }
  }
}

struct EncodeCase {
  const char* what;
  Codec codec;
  size_t width;
  size_t height;
  Bytes pixels;
  Bytes bytes;
};

Bytes and_more(Bytes bytes, size_t count, uint8_t value) {
  bytes.insert(bytes.end(), count, value);
  return bytes;
}

Bytes majmin(uint8_t bits_per_pixel, uint8_t color, const test_support::StripBits& bits) {
  Bytes bytes{bits_per_pixel, color};
  bytes.insert(bytes.end(), bits.bytes().begin(), bits.bytes().end());
  return bytes;
}

// As SCUMM.md §2 and §6 "Pixels" have it; these bytes are decoded, too.
TEST(Encoders, WriteTheFewestBytes) {
  constexpr Codec kOf16 = kRle<RleSplit::colors16>;
  constexpr Codec kOf32 = kRle<RleSplit::colors32>;
  constexpr Codec kOf64 = kRle<RleSplit::colors64>;
  using Bits = test_support::StripBits;
  const Bits changes = Bits().same(1).change(3).same(1).change(-4).color(100, 7);
  const EncodeCase cases[] = {
      {"runs by columns and across them", kOf16, 2, 3, {1, 2, 1, 2, 2, 3}, {0x12, 0x23, 0x31}},
      {"the longest of 16 colours", kOf16, 1, 15, Bytes(15, 1), {0x1F}},
      {"an escape", kOf16, 1, 16, Bytes(16, 1), {0x10, 16}},
      {"the longest of 32 colours", kOf32, 1, 7, Bytes(7, 1), {0x0F}},
      {"an escape", kOf32, 1, 8, Bytes(8, 1), {0x08, 8}},
      {"the longest of 64 colours", kOf64, 1, 3, Bytes(3, 1), {0x07}},
      {"an escape", kOf64, 1, 4, Bytes(4, 1), {0x04, 4}},
      {"the longest run", kOf16, 5, 51, Bytes(255, 2), {0x20, 255}},
      {"a cut run", kOf16, 16, 16, Bytes(256, 2), {0x20, 255, 0x21}},
      {"runs and literals",
       kBomp,
       5,
       2,
       {7, 7, 7, 8, 9, 1, 1, 2, 2, 3},
       {5, 0, 5, 7, 2, 8, 9, 6, 0, 3, 1, 3, 2, 0, 3}},
      {"the longest code", kBomp, 128, 1, Bytes(128, 6), {2, 0, 255, 6}},
      {"runs of two inside literals", kBomp, 4, 1, {1, 2, 2, 3}, {5, 0, 6, 1, 2, 2, 3}},
      {"skips, runs and literals",
       kTrle,
       7,
       2,
       and_more({255, 255, 7, 7, 7, 8, 0}, 7, 255),
       {6, 0, 5, 10, 7, 4, 8, 0, 0, 0}},
      {"the longest codes", kTrle, 191, 1, and_more(Bytes(127, 255), 64, 6), {3, 0, 255, 254, 6}},
      {"every kind of command", kMajmin, 3, 2, {9, 9, 12, 12, 8, 100}, majmin(7, 9, changes)},
      {"a run, too", kMajmin, 4, 5, and_more({9, 9, 12, 12, 8, 100}, 14, 100),
       majmin(7, 9, Bits(changes).run(14))},
      {"too short a run", kMajmin, 14, 1, Bytes(14, 5), majmin(3, 5, Bits().same(13))},
      {"the shortest run", kMajmin, 15, 1, Bytes(15, 5), majmin(3, 5, Bits().run(14))},
      {"the longest run", kMajmin, 256, 1, Bytes(256, 5), majmin(3, 5, Bits().run(255))},
      {"a longer one", kMajmin, 257, 1, Bytes(257, 5), majmin(3, 5, Bits().run(255).same(1))},
      {"bits from the lowest one", kMajmin, 4, 1, {3, 3, 11, 11}, {4, 3, 0b0'1011'01'0}},
      {"as many bits as 0 needs", kMajmin, 1, 1, {0}, {1, 0}},
      {"as many as 16 needs", kMajmin, 1, 1, {16}, {5, 16}},
      {"as many as 255 needs", kMajmin, 1, 1, {255}, {8, 255}},
      {"strips of rows of four pixels that are two wide",
       kWide,
       16,
       2,
       and_more({0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,  //
                 3, 3, 3, 3, 3, 3, 3, 3, 1, 1},
                6, 0),
       {4, 0x1B, 0xFF, 0xFF, 0x40}},
      {"a run", kWide, 8, 3, Bytes(24, 1), {0x83, 0x55}},
  };
  for (const EncodeCase& one : cases) {
    SCOPED_TRACE(testing::Message() << "codec " << one.codec.name << ": " << one.what);
    EXPECT_EQ(one.codec.encode(one.pixels, one.width, one.height), one.bytes);
    check(one.codec, one.bytes, one.width, one.height);
  }
}

}  // namespace
}  // namespace wardrobe
