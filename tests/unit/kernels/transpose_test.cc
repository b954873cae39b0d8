#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/decode.h"
#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;

TEST(TransposeReference, TurnsColumnsIntoRows) {
  const Bytes columns = {1, 2, 3, 4, 5, 6};
  Bytes rows(6);
  transpose_reference(columns, 2, 3, rows);
  EXPECT_EQ(rows, (Bytes{1, 4,  //
                         2, 5,  //
                         3, 6}));
}

/// Compares transpose() with its reference. Input and output start `offset` bytes into their heap
/// blocks.
void check(Random& random, size_t width, size_t height, size_t offset) {
  const size_t pixels = width * height;
  Bytes in(offset + pixels + kPixelPadding);
  for (uint8_t& byte : in) byte = random.byte();
  const std::span<const uint8_t> columns = std::span(in).subspan(offset);
  Bytes expected(pixels);
  transpose_reference(columns, width, height, expected);
  Bytes out(offset + pixels + kPixelPadding, 0xEE);
  transpose(columns, width, height, std::span(out).subspan(offset));
  for (size_t i = 0; i < offset; ++i) ASSERT_EQ(out[i], 0xEE);
  out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(offset));
  out.resize(pixels);
  ASSERT_EQ(out, expected) << width << " x " << height;
}

class Transpose : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Transpose);

TEST_P(Transpose, TurnsEverySmallSize) {
  Random random(1);
  for (size_t width = 0; width <= 140; ++width) {
    for (size_t height = 0; height <= 140; ++height) {
      ASSERT_NO_FATAL_FAILURE(check(random, width, height, (width + height) % 64));
    }
  }
}

TEST_P(Transpose, TurnsLongAndLargePictures) {
  Random random(2);
  constexpr size_t kSizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 255, 256, 257, 700, 4096};
  for (const size_t width : kSizes) {
    for (const size_t height : kSizes) {
      if (width * height > 1000000) continue;
      ASSERT_NO_FATAL_FAILURE(check(random, width, height, 0));
    }
  }
}

TEST_P(Transpose, IsItsOwnWayBack) {
  Random random(3);
  Bytes in(37 * 91 + kPixelPadding);
  for (uint8_t& byte : in) byte = random.byte();
  Bytes rows(in.size());
  Bytes columns(in.size());
  transpose(in, 37, 91, rows);
  transpose(rows, 91, 37, columns);
  in.resize(37 * 91);
  columns.resize(37 * 91);
  EXPECT_EQ(columns, in);
}

}  // namespace
}  // namespace wardrobe
