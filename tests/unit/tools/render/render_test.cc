#include "tools/render/render.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

constexpr uint8_t kBehind = 16;

/// Picture 0 is 2 × 2 with a hole; picture 1 is 1 × 3.
Pictures two_pictures() {
  Pictures pictures;
  pictures.width = {2, 1};
  pictures.height = {2, 3};
  pictures.transparent = {0, 0};
  return pictures;
}

const std::vector<std::vector<uint8_t>> kPixels = {{1, 2, 0, 3}, {4, 5, 6}};

Result<BlitPicture> picture_of(uint32_t picture) {
  return picture_with(view(two_pictures()), picture, kPixels[picture]);
}

Cel cel(uint32_t picture, int32_t x, int32_t y, bool flip = false) {
  return {0, static_cast<uint8_t>(flip), 0, picture, x, y};
}

Trace trace_of(const std::vector<std::vector<Cel>>& frames) {
  Trace trace;
  for (const std::vector<Cel>& frame : frames) {
    trace.cels.insert(trace.cels.end(), frame.begin(), frame.end());
    trace.end_tick();
  }
  return trace;
}

std::vector<uint8_t> drawn(const std::vector<Cel>& cels, const Rect& box) {
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  std::vector<uint8_t> pixels(width * height, kBehind);
  EXPECT_TRUE(draw_cels(cels, picture_of, box, {pixels, width, height, width}));
  return pixels;
}

TEST(Render, BoxHoldsTheCelsOfAllTicks) {
  const Trace trace = trace_of({{cel(0, -3, -7)}, {}, {cel(1, 4, 0), cel(0, 0, 0)}});
  EXPECT_EQ(bounds_of(trace, view(two_pictures())), (Rect{-3, -7, 8, 10}));
}

TEST(Render, BoxOfNothingIsOnePixel) {
  EXPECT_EQ(bounds_of(Trace(), view(two_pictures())), (Rect{0, 0, 1, 1}));
  EXPECT_EQ(bounds_of(trace_of({{}, {}}), view(two_pictures())), (Rect{0, 0, 1, 1}));
}

TEST(Render, BoxOfTheFarthestCelsDoesNotOverflow) {
  const Trace trace = trace_of({{cel(0, INT32_MIN, INT32_MIN), cel(1, INT32_MAX, INT32_MAX)}});
  const Rect box = bounds_of(trace, view(two_pictures()));
  EXPECT_EQ(box.width, int64_t{INT32_MAX} - INT32_MIN + 1);
  EXPECT_EQ(box.height, int64_t{INT32_MAX} - INT32_MIN + 3);
}

TEST(Render, TransparentPixelsLeaveWhatIsBehind) {
  EXPECT_EQ(drawn({cel(0, 0, 0)}, {0, 0, 2, 2}), (std::vector<uint8_t>{1, 2, kBehind, 3}));
}

TEST(Render, FlippedCelsHaveTheirColumnsReversedInTheSameBox) {
  EXPECT_EQ(drawn({cel(0, 0, 0, true)}, {0, 0, 2, 2}), (std::vector<uint8_t>{2, 1, 3, kBehind}));
}

TEST(Render, LaterCelsCoverEarlierOnes) {
  EXPECT_EQ(drawn({cel(0, 0, 0), cel(1, 0, -1)}, {0, 0, 2, 2}), (std::vector<uint8_t>{5, 2, 6, 3}));
}

TEST(Render, TheAnchorStaysPut) {
  const Trace trace = trace_of({{cel(1, 0, -3)}, {cel(1, -1, -3)}});
  const Rect box = bounds_of(trace, view(two_pictures()));
  EXPECT_EQ(drawn({trace.cels[0]}, box),
            (std::vector<uint8_t>{kBehind, 4, kBehind, 5, kBehind, 6}));
  EXPECT_EQ(drawn({trace.cels[1]}, box),
            (std::vector<uint8_t>{4, kBehind, 5, kBehind, 6, kBehind}));
}

TEST(Render, WhatIsOutsideTheBoxIsCutOff) {
  EXPECT_EQ(drawn({cel(1, 0, -2), cel(0, 1, 0)}, {0, 0, 2, 1}), (std::vector<uint8_t>{6, 1}));
}

TEST(Render, TheFarthestCelsAreCutOffToo) {
  const std::vector<Cel> cels = {cel(0, INT32_MIN, 0), cel(0, INT32_MAX, 0), cel(1, 0, INT32_MAX)};
  EXPECT_EQ(drawn(cels, {INT32_MAX, INT32_MIN, 1, 1}), (std::vector<uint8_t>{kBehind}));
  EXPECT_EQ(drawn(cels, {INT32_MIN, INT32_MAX, 1, 1}), (std::vector<uint8_t>{kBehind}));
}

TEST(Render, ColoursAreThoseOfThePalette) {
  std::array<uint32_t, 256> palette{};
  for (uint32_t i = 0; i < 256; ++i) palette[i] = 0xFF000000 + i;
  std::vector<uint32_t> pixels(4, kBehind);
  const std::vector<Cel> cels = {cel(0, 0, 0, true)};
  EXPECT_TRUE(draw_cels(cels, picture_of, {}, palette, {pixels, 2, 2, 2}));
  EXPECT_EQ(pixels, (std::vector<uint32_t>{0xFF000002, 0xFF000001, 0xFF000003, kBehind}));
}

TEST(Render, EndsAtAPictureThatCannotBeRead) {
  std::vector<uint8_t> pixels(1);
  const std::vector<Cel> cels = {cel(0, 0, 0)};
  const auto damaged = [](uint32_t) -> Result<BlitPicture> {
    return Error{ErrorCode::damaged, 7, "a bad frame"};
  };
  const Status drawn = draw_cels(cels, damaged, {}, {pixels, 1, 1, 1});
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().message, "a bad frame");
}

TEST(Render, MagnifiedPixelsAreSquares) {
  const IndexImage large = magnified({2, 2, {1, 2, 3, 4}}, 2);
  EXPECT_EQ(large.width, 4u);
  EXPECT_EQ(large.height, 4u);
  EXPECT_EQ(large.pixels, (std::vector<uint8_t>{1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4}));
  EXPECT_EQ(magnified({2, 1, {7, 8}}, 1).pixels, (std::vector<uint8_t>{7, 8}));
}

TEST(Render, ShadowsDarkenTheCanvas) {
  const std::vector<uint8_t> pixels = {0, 1, 2};
  std::vector<uint8_t> canvas = {7, 7, 7, 7};
  const auto picture = [&](uint32_t) -> Result<BlitPicture> {
    return BlitPicture{pixels, 3, 1, 3, 0};
  };
  Shading shading;
  shading.any = true;
  shading.is_shadow[1] = true;
  shading.darker[7] = 8;
  const std::vector<Cel> cels = {cel(0, 0, 0), cel(0, -1, 0, true), cel(0, 3, 0)};
  ASSERT_TRUE(draw_cels(cels, picture, {}, {canvas, 4, 1, 4}, shading));
  EXPECT_EQ(canvas, (std::vector<uint8_t>{8, 8, 2, 7})) << "0 1 2, then 2 1 0 from −1 on";
}

}  // namespace
}  // namespace wardrobe
