#include "tools/apply/palette_order.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

// Colour 0 is transparent and black; 1 is red, 2 green, 3 black.
const std::vector<uint8_t> kColors = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0};

/// One row of pixels.
struct PixelRow {
  std::vector<uint8_t> pixels;
  EditedPalette palette;

  Result<bool> restore(const std::vector<uint8_t>& colors = kColors) {
    return restore_palette(colors, 0, palette, pixels.size(), pixels);
  }
};

TEST(PaletteOrder, LeavesThePaletteThatWasExported) {
  PixelRow same{{0, 1, 2, 3},
                {{{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 0}}, {0, 255, 255, 255}}};
  const Result<bool> restored = same.restore();
  ASSERT_TRUE(restored);
  EXPECT_FALSE(*restored);
  EXPECT_EQ(same.pixels, (std::vector<uint8_t>{0, 1, 2, 3}));
}

TEST(PaletteOrder, AnEditorMayForgetTransparencyOrShortenThePalette) {
  PixelRow opaque{{0, 1}, {{{0, 0, 0}, {255, 0, 0}}, {255, 255}}};
  const Result<bool> restored = opaque.restore();
  ASSERT_TRUE(restored);
  EXPECT_FALSE(*restored);
}

TEST(PaletteOrder, MatchesTheColoursOfASortedPalette) {
  PixelRow sorted{{0, 1, 2, 3},
                  {{{0, 255, 0}, {255, 0, 0}, {9, 9, 9}, {0, 0, 0}}, {255, 255, 0, 255}}};
  const Result<bool> restored = sorted.restore();
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_TRUE(*restored);
  EXPECT_EQ(sorted.pixels, (std::vector<uint8_t>{2, 1, 0, 3}));
}

TEST(PaletteOrder, WhatIsClearMayHaveAnyNumber) {
  PixelRow moved{{3, 1}, {{{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {9, 9, 9}}, {255, 255, 255, 0}}};
  const Result<bool> restored = moved.restore();
  ASSERT_TRUE(restored);
  EXPECT_FALSE(*restored);
  EXPECT_EQ(moved.pixels, (std::vector<uint8_t>{0, 1}));
}

TEST(PaletteOrder, RefusesAColourThatWasNotThere) {
  PixelRow changed{{0, 1}, {{{0, 0, 0}, {1, 2, 3}}, {0, 255}}};
  const Result<bool> restored = changed.restore();
  ASSERT_FALSE(restored);
  EXPECT_EQ(restored.error().message,
            "pixel 1, 0 has colour 1, #010203: its palette was changed, and this is none of the 4 "
            "exported colours");
}

TEST(PaletteOrder, RefusesAValueBeyondThePalette) {
  PixelRow beyond{{0, 7}, {{{0, 0, 0}}, {0}}};
  const Result<bool> restored = beyond.restore();
  ASSERT_FALSE(restored);
  EXPECT_EQ(restored.error().message, "pixel 1, 0 has colour 7, which is not in its palette");
}

TEST(PaletteOrder, RefusesAColourThatWasThereTwice) {
  PixelRow sorted{{0, 1}, {{{7, 7, 7}, {8, 8, 8}}, {255, 255}}};
  const Result<bool> restored = sorted.restore({0, 0, 0, 7, 7, 7, 7, 7, 7, 8, 8, 8});
  ASSERT_FALSE(restored);
  EXPECT_NE(restored.error().message.find(
                "#070707: its palette was changed, and this colour was exported as 1 and as 2"),
            std::string::npos);
}

}  // namespace
}  // namespace wardrobe
