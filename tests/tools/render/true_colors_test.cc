#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos/akos.h"
#include "formats/defaults.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {
namespace {

using Rgb = std::array<int, 3>;

std::vector<uint8_t> ramp(size_t colors, uint8_t green) {
  std::vector<uint8_t> rgb;
  for (size_t i = 0; i < colors; ++i) {
    rgb.push_back(static_cast<uint8_t>(i));
    rgb.push_back(green);
    rgb.push_back(3);
  }
  return rgb;
}

/// Returns tables of one room, in whose palette every green is 1, and of one costume with this
/// data.
Tables one_costume(uint8_t codec, std::vector<uint8_t> color, std::vector<uint8_t> rgb) {
  Tables tables;
  tables.game.version = {Version::he70};
  tables.rooms.number = {1};
  tables.palettes.room = {0};
  tables.palettes.number = {0};
  tables.palettes.rgb = ramp(256, 1);
  tables.palettes.rgb_offset = {0, 768};
  tables.costumes.room = {0};
  tables.costumes.codec = {codec};
  tables.costumes.color_offset = {0, static_cast<uint32_t>(color.size())};
  tables.costumes.color = std::move(color);
  tables.costumes.rgb_offset = {0, static_cast<uint32_t>(rgb.size())};
  tables.costumes.rgb = std::move(rgb);
  tables.costumes.default_palette = {DefaultPalettes(tables).of(0)};
  return tables;
}

/// Returns the colour of pixel value 2.
Rgb color_of_2(const Tables& tables, std::optional<uint32_t> room_palette = {}) {
  const Look look = make_look(tables, 0, room_palette);
  const uint8_t* const rgb = &look.palette.rgb[6];
  return {rgb[0], rgb[1], rgb[2]};
}

const std::vector<uint8_t> kOwnColors = {0, 200, 100, 50};

TEST(TrueColors, OneForEachColourAreIndexedByPixelValue) {
  EXPECT_EQ(color_of_2(one_costume(kAkosRle, kOwnColors, ramp(4, 9))), (Rgb{2, 9, 3}));
}

TEST(TrueColors, Of256AreIndexedByColour) {
  EXPECT_EQ(color_of_2(one_costume(kAkosRle, kOwnColors, ramp(256, 9))), (Rgb{100, 9, 3}));
}

TEST(TrueColors, Of256ForAsManyColoursAreIndexedByPixelValue) {
  const std::vector<uint8_t> colors(256, 7);
  EXPECT_EQ(color_of_2(one_costume(kAkosRle, colors, ramp(256, 9))), (Rgb{2, 9, 3}));
}

TEST(TrueColors, OfAnyOtherNumberAreIgnored) {
  for (const size_t count : {0, 1, 3, 5, 255, 257}) {
    EXPECT_EQ(color_of_2(one_costume(kAkosRle, kOwnColors, ramp(count, 9))), (Rgb{100, 1, 3}))
        << count;
  }
}

TEST(TrueColors, AreUsedForCodec1AndUnlessAPaletteIsNamed) {
  EXPECT_EQ(color_of_2(one_costume(kAkosBomp, kOwnColors, ramp(256, 9))), (Rgb{2, 1, 3}));
  EXPECT_EQ(color_of_2(one_costume(kAkosRle, kOwnColors, ramp(256, 9)), 0), (Rgb{100, 1, 3}));
}

}  // namespace
}  // namespace wardrobe
