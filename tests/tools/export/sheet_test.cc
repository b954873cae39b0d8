#include "tools/export/sheet.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

constexpr uint8_t kNothing = 9;

/// Returns images of one cut each, at (1, 2) in the box. The cuts are filled with 1, 2, ….
FrameImages images_of(const std::vector<std::pair<uint32_t, uint32_t>>& sizes) {
  FrameImages images;
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    const auto [width, height] = sizes[i];
    images.width.push_back(width);
    images.height.push_back(height);
    images.pixels.insert(images.pixels.end(), size_t{width} * height, static_cast<uint8_t>(i + 1));
    images.pixel_offset.push_back(images.pixels.size());
    images.cut.push_back(i);
    images.left.push_back(1);
    images.top.push_back(2);
    images.image.push_back(i);
  }
  return images;
}

uint8_t pixel(const Sheet& sheet, uint32_t x, uint32_t y) {
  return sheet.picture.pixels[size_t{y} * sheet.picture.width + x];
}

TEST(Sheet, AGridHasEqualCells) {
  const Sheet sheet =
      *make_sheet({0, 0, 6, 8}, images_of({{2, 3}, {1, 1}, {4, 4}}), kNothing, false);
  EXPECT_FALSE(sheet.packed);
  EXPECT_EQ(sheet.width, (Column<uint32_t>{6, 6, 6}));
  EXPECT_EQ(sheet.height, (Column<uint32_t>{8, 8, 8}));
  EXPECT_EQ(sheet.x, (Column<uint32_t>{1, 8, 1}));
  EXPECT_EQ(sheet.y, (Column<uint32_t>{1, 1, 10}));
  EXPECT_EQ(sheet.left, (Column<uint32_t>{0, 0, 0}));
  EXPECT_EQ(pixel(sheet, 1, 1), kNothing);
  EXPECT_EQ(pixel(sheet, sheet.x[0] + 1, sheet.y[0] + 2), 1);
  EXPECT_EQ(pixel(sheet, sheet.x[2] + 4, sheet.y[2] + 5), 3);
}

TEST(Sheet, TrimmedImagesAreTheirCuts) {
  const Sheet sheet = *make_sheet({0, 0, 6, 8}, images_of({{2, 3}, {1, 1}}), kNothing, true);
  EXPECT_TRUE(sheet.packed);
  EXPECT_EQ(sheet.width, (Column<uint32_t>{2, 1}));
  EXPECT_EQ(sheet.left, (Column<uint32_t>{1, 1}));
  EXPECT_EQ(sheet.top, (Column<uint32_t>{2, 2}));
  EXPECT_EQ(pixel(sheet, sheet.x[0], sheet.y[0]), 1);
  EXPECT_EQ(pixel(sheet, sheet.x[1], sheet.y[1]), 2);
}

TEST(Sheet, EqualCutsAtSeveralPlacesAreThereOnce) {
  FrameImages images = images_of({{2, 3}});
  images.cut.push_back(0);
  images.left.push_back(3);
  images.top.push_back(2);
  images.image.push_back(1);
  const Sheet sheet = *make_sheet({0, 0, 6, 8}, images, kNothing, true);
  EXPECT_EQ(sheet.x[0], sheet.x[1]);
  EXPECT_EQ(sheet.left, (Column<uint32_t>{1, 3}));
  EXPECT_EQ(std::ranges::count(sheet.picture.pixels, 1), 2 * 3);
}

TEST(Sheet, AGridThatIsTooLargeIsPacked) {
  const FrameImages images = images_of({{2, 3}, {1, 1}});
  EXPECT_FALSE(make_sheet({0, 0, 4094, 10}, images, kNothing, false)->packed);
  EXPECT_TRUE(make_sheet({0, 0, 4095, 10}, images, kNothing, false)->packed);
  EXPECT_TRUE(make_sheet({0, 0, 3000, 3000}, images, kNothing, false)->packed);
}

TEST(Sheet, AGridIsMadeWiderWhereItWouldBeTooHigh) {
  FrameImages images = images_of(std::vector<std::pair<uint32_t, uint32_t>>(9, {1, 1}));
  const Sheet sheet = *make_sheet({0, 0, 400, 1500}, images, kNothing, false);
  EXPECT_FALSE(sheet.packed);
  EXPECT_LE(sheet.picture.height, kUsualSheetSide);
}

TEST(Sheet, CutsArePackedWithoutOverlaps) {
  std::vector<std::pair<uint32_t, uint32_t>> sizes;
  for (uint32_t i = 0; i < 200; ++i) sizes.push_back({1 + i % 17, 1 + i % 11});
  constexpr uint8_t kBehind = 255;
  const Sheet sheet = *make_sheet({0, 0, 20, 20}, images_of(sizes), kBehind, true);
  size_t area = 0;
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    const auto [width, height] = sizes[i];
    area += size_t{width} * height;
    ASSERT_GE(std::min(sheet.x[i], sheet.y[i]), 1u);
    ASSERT_LT(sheet.x[i] + width, sheet.picture.width);
    ASSERT_LT(sheet.y[i] + height, sheet.picture.height);
    for (uint32_t y = 0; y <= height; ++y) {  // and an empty pixel to the right and below
      for (uint32_t x = 0; x <= width; ++x) {
        const bool inside = x < width && y < height;
        ASSERT_EQ(pixel(sheet, sheet.x[i] + x, sheet.y[i] + y), inside ? i + 1 : kBehind);
      }
    }
  }
  EXPECT_LT(sheet.picture.pixels.size(), 2 * area);
}

}  // namespace
}  // namespace wardrobe
