#include "tools/edit/palette_order.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

// Colour 0 is transparent and black; 1 is red, 2 green, 3 black.
const std::vector<uint8_t> kColors = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0};

PngPicture picture(std::vector<uint8_t> pixels, std::vector<std::array<uint8_t, 3>> rgb,
                   std::vector<uint8_t> alpha) {
  return {static_cast<uint16_t>(pixels.size()), 1, std::move(pixels), std::move(rgb),
          std::move(alpha)};
}

TEST(PaletteOrder, LeavesThePaletteThatWasExported) {
  PngPicture same =
      picture({0, 1, 2, 3}, {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 0}}, {0, 255, 255, 255});
  const Result<bool> restored = restore_palette(kColors, 0, same);
  ASSERT_TRUE(restored);
  EXPECT_FALSE(*restored);
  EXPECT_EQ(same.pixels, (std::vector<uint8_t>{0, 1, 2, 3}));
}

TEST(PaletteOrder, AnEditorMayForgetTransparencyOrShortenThePalette) {
  PngPicture opaque = picture({0, 1}, {{0, 0, 0}, {255, 0, 0}}, {255, 255});
  const Result<bool> restored = restore_palette(kColors, 0, opaque);
  ASSERT_TRUE(restored);
  EXPECT_FALSE(*restored);
}

TEST(PaletteOrder, MatchesTheColoursOfASortedPalette) {
  PngPicture sorted =
      picture({0, 1, 2, 3}, {{0, 255, 0}, {255, 0, 0}, {9, 9, 9}, {0, 0, 0}}, {255, 255, 0, 255});
  const Result<bool> restored = restore_palette(kColors, 0, sorted);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_TRUE(*restored);
  EXPECT_EQ(sorted.pixels, (std::vector<uint8_t>{2, 1, 0, 3}));
}

TEST(PaletteOrder, RefusesAColourThatIsNotThere) {
  PngPicture changed = picture({0, 1}, {{0, 0, 0}, {1, 2, 3}}, {0, 255});
  const Result<bool> restored = restore_palette(kColors, 0, changed);
  ASSERT_FALSE(restored);
  EXPECT_EQ(
      restored.error().message,
      "the PNG's palette is not the one that was exported: colour #010203, number 1, of pixel "
      "1, 0 is not there");
}

TEST(PaletteOrder, RefusesAColourThatIsThereTwice) {
  const std::vector<uint8_t> colors = {0, 0, 0, 7, 7, 7, 7, 7, 7, 8, 8, 8};
  PngPicture sorted = picture({0, 1}, {{7, 7, 7}, {8, 8, 8}}, {255, 255});
  const Result<bool> restored = restore_palette(colors, 0, sorted);
  ASSERT_FALSE(restored);
  EXPECT_NE(restored.error().message.find("is there more than once, as 1 and 2"),
            std::string::npos);
}

}  // namespace
}  // namespace wardrobe
