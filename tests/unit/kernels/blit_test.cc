#include "kernels/blit.h"

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

#include "kernels/reference.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe {
namespace {

using test_support::Bytes;
using Words = std::vector<uint32_t>;

/// Returns colours of different opacity, all of which have these bits.
Words some_palette(uint32_t opacity) {
  Words palette(256);
  for (size_t i = 0; i < palette.size(); ++i) {
    palette[i] = static_cast<uint32_t>(i * 0x01020304) | opacity << 24;
  }
  return palette;
}

TEST(BlitReference, DrawsOpaquePixelsOnly) {
  const Bytes pixels = {1, 0, 2,  //
                        0, 3, 4};
  Bytes canvas(4 * 3, 9);
  blit_reference({pixels, 3, 2, 3, 0}, {1, 1, false}, Canvas<uint8_t>{canvas, 4, 3, 4});
  EXPECT_EQ(canvas, (Bytes{9, 9, 9, 9,  //
                           9, 1, 9, 2,  //
                           9, 9, 3, 4}));
}

TEST(BlitReference, FlipsWithinTheSameBox) {
  const Bytes pixels = {1, 2, 255};
  Bytes canvas(4, 9);
  blit_reference({pixels, 3, 1, 3, 255}, {1, 0, true}, Canvas<uint8_t>{canvas, 4, 1, 4});
  EXPECT_EQ(canvas, (Bytes{9, 9, 2, 1}));
}

TEST(BlitReference, ClipsAtEveryEdge) {
  const Bytes pixels = {1, 2, 3,  //
                        4, 5, 6,  //
                        7, 8, 9};
  Bytes canvas(1, 0);
  blit_reference({pixels, 3, 3, 3, 0}, {-1, -1, false}, Canvas<uint8_t>{canvas, 1, 1, 1});
  EXPECT_EQ(canvas, Bytes{5});
  blit_reference({pixels, 3, 3, 3, 0}, {0, -2, true}, Canvas<uint8_t>{canvas, 1, 1, 1});
  EXPECT_EQ(canvas, Bytes{9});
}

TEST(BlitReference, LooksColorsUp) {
  const Bytes pixels = {1, 0, 255};
  const Words palette = some_palette(255);
  Words canvas(3, 7);
  blit_reference({pixels, 3, 1, 3, 0}, {0, 0, false}, BlitPalette(palette.data(), 256),
                 Canvas<uint32_t>{canvas, 3, 1, 3});
  EXPECT_EQ(canvas, (Words{palette[1], 7, palette[255]}));
}

TEST(BlitReference, BlendsColors) {
  const Bytes pixels = {1, 2, 3, 1, 4};
  Words palette(256);
  palette[1] = 0x80000000;  // black at half strength
  palette[2] = 0x00FFFFFF;  // nothing
  palette[3] = 0xFF332211;
  palette[4] = 0x80402010;
  Words canvas = {0xFF6040C8, 0xFF6040C8, 0xFF6040C8, 0x00FFFFFF, 0x80000000};
  blit_reference({pixels, 5, 1, 5, 0}, {0, 0, false}, BlitPalette(palette.data(), 256),
                 Canvas<uint32_t>{canvas, 5, 1, 5});
  EXPECT_EQ(canvas, (Words{0xFF302064, 0xFF6040C8, 0xFF332211, 0x80000000, 0xC02B150B}));
}

struct Size {
  size_t width;
  size_t height;
};

/// A picture whose memory ends with its last row, and whose stride may exceed its width.
struct Case {
  Bytes pixels;
  BlitPicture picture;
  Size canvas;
  size_t stride;
  BlitAt at;
};

Case make_case(Random& random, Size picture, Size canvas, BlitAt at) {
  Case c;
  const size_t stride = picture.width + random.in_range(0, 5);
  if (picture.height != 0) c.pixels.resize((picture.height - 1) * stride + picture.width);
  const uint8_t transparent = random.one_in(2) ? uint8_t{0} : uint8_t{255};
  const size_t opaque_one_in = random.in_range(1, 4);
  for (uint8_t& pixel : c.pixels) {
    pixel = random.one_in(opaque_one_in) ? random.byte() : transparent;
  }
  c.picture = {c.pixels, picture.width, picture.height, stride, transparent};
  c.canvas = canvas;
  c.stride = canvas.width + random.in_range(0, 5);
  c.at = at;
  return c;
}

template <class Pixel>
std::vector<Pixel> make_canvas(Random& random, const Case& c) {
  std::vector<Pixel> pixels;
  if (c.canvas.height != 0) pixels.resize((c.canvas.height - 1) * c.stride + c.canvas.width);
  for (Pixel& pixel : pixels) pixel = static_cast<Pixel>(random.next());
  return pixels;
}

void check(Random& random, const Case& c) {
  constexpr uint32_t kOpacities[] = {0, 128, 255};
  const Words palette = some_palette(kOpacities[random.in_range(0, 2)]);
  const BlitPalette colors(palette.data(), 256);
  Bytes indices = make_canvas<uint8_t>(random, c);
  Bytes right_indices = indices;
  Words pixels = make_canvas<uint32_t>(random, c);
  Words right_pixels = pixels;
  blit(c.picture, c.at, Canvas<uint8_t>{indices, c.canvas.width, c.canvas.height, c.stride});
  blit_reference(c.picture, c.at,
                 Canvas<uint8_t>{right_indices, c.canvas.width, c.canvas.height, c.stride});
  ASSERT_EQ(indices, right_indices) << c.picture.width << " wide at " << c.at.x;
  blit(c.picture, c.at, colors,
       Canvas<uint32_t>{pixels, c.canvas.width, c.canvas.height, c.stride});
  blit_reference(c.picture, c.at, colors,
                 Canvas<uint32_t>{right_pixels, c.canvas.width, c.canvas.height, c.stride});
  ASSERT_EQ(pixels, right_pixels) << c.picture.width << " wide at " << c.at.x;
}

class Blit : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Blit);

TEST_P(Blit, DrawsEveryWidth) {
  Random random(1);
  for (size_t width = 0; width <= 300; ++width) {
    for (const bool flip : {false, true}) {
      const Case c = make_case(random, {width, 3}, {width, 3}, {0, 0, flip});
      ASSERT_NO_FATAL_FAILURE(check(random, c));
    }
  }
}

TEST_P(Blit, ClipsAtEveryPosition) {
  Random random(2);
  for (int32_t x = -45; x <= 45; ++x) {
    for (int32_t y = -8; y <= 8; ++y) {
      for (const bool flip : {false, true}) {
        const Case c = make_case(random, {40, 5}, {37, 6}, {x, y, flip});
        ASSERT_NO_FATAL_FAILURE(check(random, c));
      }
    }
  }
}

TEST_P(Blit, DrawsAnythingAnywhere) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Size picture = {random.in_range(size_t{0}, 90), random.in_range(size_t{0}, 20)};
    const Size canvas = {random.in_range(size_t{0}, 90), random.in_range(size_t{0}, 20)};
    const BlitAt at = {static_cast<int32_t>(random.in_range(0, 200)) - 100,
                       static_cast<int32_t>(random.in_range(0, 60)) - 30, random.one_in(2)};
    ASSERT_NO_FATAL_FAILURE(check(random, make_case(random, picture, canvas, at)));
  }
}

TEST_P(Blit, DrawsNothingFarOutside) {
  Random random(4);
  constexpr int32_t kFar[] = {INT32_MIN, INT32_MIN + 20, -100, 100, INT32_MAX - 20, INT32_MAX};
  for (const int32_t x : kFar) {
    for (const int32_t y : kFar) {
      for (const bool flip : {false, true}) {
        ASSERT_NO_FATAL_FAILURE(check(random, make_case(random, {50, 50}, {60, 60}, {x, y, flip})));
      }
    }
  }
}

}  // namespace
}  // namespace wardrobe
