#include "tools/export/sheet.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

constexpr uint8_t kNothing = 9;

/// Returns images of one cut each, at (1, 2) in the box. Image i is that of frame i.
FrameImages images_of(const std::vector<std::pair<uint32_t, uint32_t>>& sizes) {
  FrameImages images;
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    const auto [width, height] = sizes[i];
    images.width.push_back(width);
    images.height.push_back(height);
    images.cut.push_back(i);
    images.left.push_back(1);
    images.top.push_back(2);
    images.frame.push_back(i);
    images.image.push_back(i);
  }
  return images;
}

/// Draws a page. The cuts are filled with 1, 2, ….
IndexImage drawn(const Sheet& sheet, const Rect& box, const FrameImages& images,
                 uint8_t background = kNothing, uint32_t page = 0) {
  const auto draw = [&](uint32_t frame) {
    const auto width = static_cast<uint32_t>(box.width);
    const auto height = static_cast<uint32_t>(box.height);
    IndexImage image{width, height, std::vector<uint8_t>(size_t{width} * height, background)};
    const uint32_t cut = images.cut[frame];
    for (uint32_t y = 0; y < images.height[cut]; ++y) {
      for (uint32_t x = 0; x < images.width[cut]; ++x) {
        const size_t at = size_t{images.top[frame] + y} * width + images.left[frame] + x;
        image.pixels[at] = static_cast<uint8_t>(cut + 1);
      }
    }
    return image;
  };
  return *draw_page(sheet, images, page, draw, background);
}

uint8_t pixel(const IndexImage& picture, uint32_t x, uint32_t y) {
  return picture.pixels[size_t{y} * picture.width + x];
}

TEST(Sheet, EqualCutsAtSeveralPlacesAreThereOnce) {
  FrameImages images = images_of({{2, 3}});
  images.cut.push_back(0);
  images.left.push_back(3);
  images.top.push_back(2);
  images.frame.push_back(1);
  images.image.push_back(1);
  const Rect box{0, 0, 6, 8};
  const Sheet sheet = *make_sheet(box, images, true);
  EXPECT_EQ(sheet.x[0], sheet.x[1]);
  EXPECT_EQ(sheet.left, (Column<uint32_t>{1, 3}));
  EXPECT_EQ(std::ranges::count(drawn(sheet, box, images).pixels, 1), 2 * 3);
}

TEST(Sheet, AGridThatIsTooLargeIsPacked) {
  const FrameImages images = images_of({{2, 3}, {1, 1}});
  EXPECT_FALSE(make_sheet({0, 0, 4094, 10}, images, false)->packed);
  EXPECT_TRUE(make_sheet({0, 0, 4095, 10}, images, false)->packed);
  EXPECT_TRUE(make_sheet({0, 0, 3000, 3000}, images, false)->packed);
}

TEST(Sheet, AGridIsMadeWiderWhereItWouldBeTooHigh) {
  FrameImages images = images_of(std::vector<std::pair<uint32_t, uint32_t>>(9, {1, 1}));
  const Sheet sheet = *make_sheet({0, 0, 400, 1500}, images, false);
  EXPECT_FALSE(sheet.packed);
  EXPECT_LE(sheet.page_height[0], kMaxPageSide);
}

TEST(Sheet, CutsArePackedWithoutOverlaps) {
  std::vector<std::pair<uint32_t, uint32_t>> sizes;
  for (uint32_t i = 0; i < 200; ++i) sizes.push_back({1 + i % 17, 1 + i % 11});
  constexpr uint8_t kBehind = 255;
  const Rect box{0, 0, 20, 20};
  const FrameImages images = images_of(sizes);
  const Sheet sheet = *make_sheet(box, images, true);
  ASSERT_EQ(sheet.pages(), 1u);
  const IndexImage page = drawn(sheet, box, images, kBehind);
  size_t area = 0;
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    const auto [width, height] = sizes[i];
    area += size_t{width} * height;
    ASSERT_GE(std::min(sheet.x[i], sheet.y[i]), 1u);
    ASSERT_LT(sheet.x[i] + width, page.width);
    ASSERT_LT(sheet.y[i] + height, page.height);
    for (uint32_t y = 0; y <= height; ++y) {  // and an empty pixel to the right and below
      for (uint32_t x = 0; x <= width; ++x) {
        const bool inside = x < width && y < height;
        ASSERT_EQ(pixel(page, sheet.x[i] + x, sheet.y[i] + y), inside ? i + 1 : kBehind);
      }
    }
  }
  EXPECT_LT(page.pixels.size(), 2 * area);
}

TEST(Sheet, CutsThatDoNotFitOnAPageAreOnSeveral) {
  std::vector<std::pair<uint32_t, uint32_t>> sizes;
  for (uint32_t i = 0; i < 90; ++i) sizes.push_back({500 + i % 7, 600 + i % 5});
  sizes.push_back({4094, 4094});
  const Rect box{0, 0, 4095, 4096};
  const FrameImages images = images_of(sizes);
  const Sheet sheet = *make_sheet(box, images, false);
  ASSERT_EQ(sheet.pages(), 3u);
  EXPECT_TRUE(sheet.packed);
  size_t shown = 0;
  for (uint32_t page = 0; page < 3; ++page) {
    EXPECT_LE(std::max(sheet.page_width[page], sheet.page_height[page]), kMaxPageSide);
    const IndexImage picture = drawn(sheet, box, images, 255, page);
    for (uint32_t i = 0; i < sizes.size(); ++i) {
      if (sheet.page[i] != page) continue;
      ++shown;
      const auto [width, height] = sizes[i];
      ASSERT_EQ(pixel(picture, sheet.x[i], sheet.y[i]), i + 1);
      ASSERT_EQ(pixel(picture, sheet.x[i] + width - 1, sheet.y[i] + height - 1), i + 1);
      ASSERT_NE(pixel(picture, sheet.x[i] + width, sheet.y[i]), i + 1);
    }
  }
  EXPECT_EQ(shown, sizes.size());
}

TEST(Sheet, ACutThatIsLargerThanAPageIsAnError) {
  EXPECT_TRUE(make_sheet({0, 0, 5000, 10}, images_of({{4094, 3}}), false));
  const Result<Sheet> sheet = make_sheet({0, 0, 5000, 10}, images_of({{4095, 3}}), false);
  ASSERT_FALSE(sheet);
  EXPECT_NE(sheet.error().message.find("a frame of 4095×3 pixels"), std::string::npos);
}

TEST(FrameImages, AreFoundAgainByTheirPixels) {
  FramePlan plan;
  plan.look = {4, 9, 4, 7, 8};
  const auto draw = [](uint32_t frame) {
    IndexImage image{5, 4, std::vector<uint8_t>(20, kNothing)};
    if (frame == 4) return image;
    const size_t at = frame == 3 ? 6 : 7;  // one place further left
    image.pixels[at] = 1;
    image.pixels[at + 6] = 2;
    return image;
  };
  const FrameImages images = *find_frame_images(plan, draw, kNothing);
  EXPECT_EQ(images.image, (Column<uint32_t>{0, 0, 0, 1, 2}));
  EXPECT_EQ(images.cut, (Column<uint32_t>{0, 0, 1}));
  EXPECT_EQ(images.left, (Column<uint32_t>{2, 1, 0}));
  EXPECT_EQ(images.frame, (Column<uint32_t>{0, 3, 4}));
  EXPECT_EQ(images.width, (Column<uint32_t>{2, 1}));
}

}  // namespace
}  // namespace wardrobe
