#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/decode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using test_support::ExactBytes;
using test_support::StreamStyle;

/// The size of the widest vector of any target, in bytes. Tests try every length up to four of
/// them.
constexpr size_t kWidest = 64;

void check_rows(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height) {
  const size_t pixels = width * height;
  Bytes expected(pixels);
  const DecodeResult right = decode_rle_rows_reference(in, split, width, height, expected);
  Bytes out(pixels + kPixelPadding, 0xEE);
  Bytes scratch(pixels + kPixelPadding, 0xDD);
  const DecodeResult result = decode_rle_rows(in, split, width, height, out, scratch);
  ASSERT_EQ(result.end, right.end) << width << " x " << height << ", " << in.size() << " bytes";
  if (right.end != DecodeEnd::complete) return;
  ASSERT_EQ(result, right) << width << " x " << height << ", " << in.size() << " bytes";
  out.resize(pixels);
  ASSERT_EQ(out, expected) << width << " x " << height;
}

/// Checks a picture of one column, whose pixels are in the order of the data.
void check_columns(std::span<const uint8_t> in, RleSplit split, size_t pixels) {
  check_rows(in, split, 1, pixels);
}

class Rle : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Rle);

// Decodes the example in rle.cc.
TEST_P(Rle, DecodesAGroupWithAnEscape) {
  const ExactBytes in(Bytes{0x23, 0x51, 0x70, 0x14, 0x12, 0x31, 0x42, 0x11}, 0);
  Bytes out(30 + kPixelPadding);
  Bytes scratch(out.size());
  EXPECT_EQ(decode_rle_rows(in.span(), RleSplit::colors16, 1, 30, out, scratch),
            (DecodeResult{DecodeEnd::complete, 8}));
  out.resize(30);
  Bytes expected{2, 2, 2, 5};
  expected.insert(expected.end(), 20, 7);
  expected.insert(expected.end(), {1, 1, 3, 4, 4, 1});
  EXPECT_EQ(out, expected);
}

TEST_P(Rle, DecodesEveryLengthAtEveryAlignment) {
  Random random(1);
  for (const RleSplit split : test_support::kSplits) {
    for (size_t pixels = 0; pixels <= 4 * kWidest + 5; ++pixels) {
      for (const StreamStyle& style : test_support::kStyles) {
        const Bytes stream = test_support::random_stream(random, split, pixels, style);
        const ExactBytes in(stream, pixels % kWidest);
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
      }
    }
    const Bytes stream = test_support::random_stream(random, split, 1000, test_support::kStyles[2]);
    for (size_t offset = 0; offset < kWidest; ++offset) {
      const ExactBytes in(stream, offset);
      ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, 1000));
    }
  }
}

TEST_P(Rle, StopsAtTheLastPixelWhateverFollows) {
  Random random(2);
  for (const RleSplit split : test_support::kSplits) {
    for (int i = 0; i < 2000; ++i) {
      const size_t pixels = random.in_range(0, 700);
      Bytes stream =
          test_support::random_stream(random, split, pixels, test_support::kStyles[i % 5]);
      for (size_t more = random.in_range(0, 300); more != 0; --more) {
        stream.push_back(random.one_in(4) ? uint8_t{0} : random.byte());
      }
      const ExactBytes in(stream, 0);
      ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
    }
  }
}

TEST_P(Rle, ReportsEveryTruncation) {
  Random random(3);
  for (const RleSplit split : test_support::kSplits) {
    for (const StreamStyle& style : test_support::kStyles) {
      const Bytes stream = test_support::random_stream(random, split, 500, style);
      for (size_t size = 0; size <= stream.size(); ++size) {
        const ExactBytes in(std::span<const uint8_t>(stream).first(size), 0);
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, 500));
        ASSERT_NO_FATAL_FAILURE(check_rows(in.span(), split, 20, 25));
      }
    }
  }
}

TEST_P(Rle, ReportsEveryOverrun) {
  Random random(4);
  for (const RleSplit split : test_support::kSplits) {
    for (const StreamStyle& style : test_support::kStyles) {
      const Bytes stream = test_support::random_stream(random, split, 800, style);
      const ExactBytes in(stream, 0);
      for (size_t pixels = 0; pixels <= 800; ++pixels) {
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
      }
    }
  }
}

TEST_P(Rle, SurvivesRandomBytes) {
  Random random(5);
  for (const RleSplit split : test_support::kSplits) {
    for (int i = 0; i < 4000; ++i) {
      const size_t zero_one_in = random.in_range(1, 8);
      Bytes stream(random.in_range(0, 400));
      for (uint8_t& byte : stream) byte = random.one_in(zero_one_in) ? uint8_t{0} : random.byte();
      const ExactBytes in(stream, 0);
      ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, random.in_range(0, 3000)));
      const size_t width = random.in_range(1, 60);
      ASSERT_NO_FATAL_FAILURE(check_rows(in.span(), split, width, random.in_range(1, 60)));
    }
  }
}

TEST_P(Rle, ReadsRunsOfEveryLengthInBothForms) {
  for (const RleSplit split : test_support::kSplits) {
    for (size_t length = 1; length <= 256; ++length) {
      for (const size_t before : {size_t{0}, size_t{7}, size_t{62}, size_t{63}, size_t{64}}) {
        Bytes stream;
        for (size_t i = 0; i < before; ++i) test_support::append_run(stream, split, i % 3, 1);
        test_support::append_run(stream, split, 3, length, true);
        test_support::append_run(stream, split, 2, length);
        test_support::append_run(stream, split, 1, 1);
        const ExactBytes in(stream, 0);
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, before + 2 * length + 1));
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, before + 2 * length));
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, before + 2 * length - 1));
      }
    }
  }
}

TEST_P(Rle, TellsEscapesFromLengthsThatLookLikeThem) {
  // A byte that extends a run to 16, 32, … pixels looks like an escape. This tries chains of such
  // bytes, of many lengths and at every position.
  for (const RleSplit split : test_support::kSplits) {
    for (size_t before = 0; before <= kWidest + 1; ++before) {
      for (size_t chain = 1; chain <= 2 * kWidest + 2; chain += 1 + chain / 8) {
        Bytes stream(before, 0x11);
        stream.insert(stream.end(), chain, 0x40);
        const ExactBytes in(stream, 0);
        const size_t pixels = before + chain / 2 * 0x40;
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels + 1));
      }
    }
  }
}

TEST_P(Rle, DecodesLongStreams) {
  Random random(6);
  for (const RleSplit split : test_support::kSplits) {
    for (const StreamStyle& style : test_support::kStyles) {
      for (const size_t pixels : {size_t{4096}, size_t{65025}, size_t{100003}}) {
        const Bytes stream = test_support::random_stream(random, split, pixels, style);
        const ExactBytes in(stream, 0);
        ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
      }
    }
  }
}

TEST_P(Rle, DecodesRowsOfEverySmallSize) {
  Random random(7);
  for (const RleSplit split : test_support::kSplits) {
    for (size_t width = 0; width <= 70; ++width) {
      for (size_t height = 0; height <= 70; ++height) {
        const StreamStyle& style = test_support::kStyles[(width + height) % 5];
        const Bytes stream = test_support::random_stream(random, split, width * height, style);
        const ExactBytes in(stream, (width * 7 + height) % kWidest);
        ASSERT_NO_FATAL_FAILURE(check_rows(in.span(), split, width, height));
      }
    }
  }
}

TEST_P(Rle, DecodesRowsOfOddSizes) {
  Random random(8);
  constexpr size_t kSizes[] = {1, 2, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257, 500};
  for (const RleSplit split : test_support::kSplits) {
    for (const size_t width : kSizes) {
      for (const size_t height : kSizes) {
        const StreamStyle& style = test_support::kStyles[random.in_range(0, 4)];
        const Bytes stream = test_support::random_stream(random, split, width * height, style);
        const ExactBytes in(stream, 0);
        ASSERT_NO_FATAL_FAILURE(check_rows(in.span(), split, width, height));
      }
    }
  }
}

TEST_P(Rle, DecodesRowsWithRunsAcrossManyColumns) {
  for (const RleSplit split : test_support::kSplits) {
    for (size_t height = 1; height <= 40; ++height) {
      Bytes stream;
      size_t pixels = 0;
      for (unsigned i = 0; pixels < 40 * 40; ++i) {
        test_support::append_run(stream, split, i % 5, 256 - i % 7);
        pixels += 256 - i % 7;
      }
      const size_t width = pixels / height;
      const ExactBytes in(stream, 0);
      ASSERT_NO_FATAL_FAILURE(check_rows(in.span(), split, width, height));
      ASSERT_NO_FATAL_FAILURE(check_columns(in.span(), split, pixels));
    }
  }
}

TEST_P(Rle, LeavesTheOutputAloneOutsideThePictureAndItsPadding) {
  Random random(9);
  for (const RleSplit split : test_support::kSplits) {
    for (size_t pixels = 0; pixels < 300; ++pixels) {
      Bytes stream(400);
      for (uint8_t& byte : stream) byte = random.one_in(3) ? uint8_t{0} : random.byte();
      Bytes blocks[2];  // the output and the scratch space
      for (Bytes& block : blocks) block.assign(64 + pixels + kPixelPadding + 64, 0xA5);
      const auto inside = [&](Bytes& block) {
        return std::span(block).subspan(64, pixels + kPixelPadding);
      };
      (void)decode_rle_rows(stream, split, 1, pixels, inside(blocks[0]), inside(blocks[1]));
      for (const Bytes& block : blocks) {
        for (size_t i = 0; i < 64; ++i) {
          ASSERT_EQ(block[i], 0xA5);
          ASSERT_EQ(block[block.size() - 1 - i], 0xA5);
        }
      }
    }
  }
}

}  // namespace
}  // namespace wardrobe
