#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "formats/colors.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

using Color = std::array<uint8_t, 3>;

constexpr unsigned kPaletteColors = 256;

/// Returns colour `i` of palette `number`: {i, number, 7}.
Color color_of(unsigned number, unsigned i) {
  return {static_cast<uint8_t>(i), static_cast<uint8_t>(number), 7};
}

void add_palette(Tables& tables, uint32_t room, bool black = false) {
  Palettes& palettes = tables.palettes;
  const auto number = static_cast<unsigned>(palettes.room.size());
  palettes.number.push_back(static_cast<uint16_t>(std::ranges::count(palettes.room, room)));
  palettes.room.push_back(room);
  Column<uint32_t>& of_room = tables.rooms.palette;
  of_room.resize(std::max(of_room.size(), size_t{room} + 1), kNone);
  of_room[room] = std::min(of_room[room], number);
  for (unsigned i = 0; i < kPaletteColors; ++i) {
    for (const uint8_t byte : color_of(number, i)) palettes.rgb.push_back(black ? 0 : byte);
  }
  palettes.rgb_offset.push_back(static_cast<uint32_t>(palettes.rgb.size()));
}

void add_costume(Tables& tables, uint16_t id, uint32_t room, const Column<uint8_t>& colors) {
  Costumes& costumes = tables.costumes;
  const auto row = static_cast<uint32_t>(costumes.id.size());
  costumes.id.push_back(id);
  costumes.alias_offset.push_back(static_cast<uint32_t>(costumes.alias.size()));
  costumes.room.push_back(room);
  costumes.kind.push_back(Kind::cost);
  costumes.codec.push_back(1);
  costumes.color.insert(costumes.color.end(), colors.begin(), colors.end());
  costumes.color_offset.push_back(static_cast<uint32_t>(costumes.color.size()));
  costumes.shadow_offset.push_back(static_cast<uint32_t>(costumes.shadow.size()));
  costumes.rgb_offset.push_back(static_cast<uint32_t>(costumes.rgb.size()));
  costumes.default_palette.push_back(DefaultPalettes(tables).of(row));
}

/// Returns tables of two rooms with a costume each: room 10 with palettes 0 and 1, room 20 with
/// palette 2.
Tables two_rooms() {
  Tables tables;
  tables.rooms.number = {10, 20};
  tables.rooms.actor_color_offset = {0, 0, 0};
  add_palette(tables, 0);
  add_palette(tables, 0);
  add_palette(tables, 1);
  add_costume(tables, 5, 0, {0, 1, 255});
  add_costume(tables, 6, 1, {0, 2, 3});
  return tables;
}

Color color(const Look& look, size_t value) {
  return {look.palette.rgb[3 * value], look.palette.rgb[3 * value + 1],
          look.palette.rgb[3 * value + 2]};
}

TEST(PaletteChoice, IsTheFirstPaletteOfTheCostumesOwnRoom) {
  const Tables tables = two_rooms();
  EXPECT_EQ(color(make_look(tables, 0), 1), color_of(0, 1));
  EXPECT_EQ(color(make_look(tables, 1), 1), color_of(2, 2));
}

TEST(PaletteChoice, HasNoMoreThan256TrueColours) {
  Tables tables = two_rooms();
  tables.costumes.default_palette[0] = kNone;
  tables.costumes.rgb.assign(3 * kPaletteColors + 100, 65);
  tables.costumes.rgb_offset = {0, 3 * kPaletteColors + 100, 3 * kPaletteColors + 100};
  const Look look = make_look(tables, 0, {}, {}, Shadows::as_stored);
  EXPECT_EQ(color(look, 255), (Color{65, 65, 65}));
  EXPECT_EQ(std::ranges::count(look.palette.shadow, false), kPaletteColors);
}

TEST(PaletteChoice, IsTheOneAskedFor) {
  const Tables tables = two_rooms();
  EXPECT_EQ(color(make_look(tables, 0, 2), 1), color_of(2, 1));
  EXPECT_EQ(color(make_look(tables, 1, 1), 2), color_of(1, 3));
}

TEST(PaletteChoice, KnowsTheLastColourOfAPalette) {
  const Tables tables = two_rooms();
  EXPECT_EQ(color(make_look(tables, 0), 2), color_of(0, 255));
  const Look look = make_look(tables, 0, {}, 255);
  EXPECT_EQ(color(look, look.background), color_of(0, 255));
}

TEST(PaletteChoice, IsBlackBeyondTheEndOfAPalette) {
  Tables tables = two_rooms();
  tables.palettes.rgb.resize(tables.palettes.rgb.size() - 3);
  tables.palettes.rgb_offset.back() -= 3;
  const Look look = make_look(tables, 1, {}, 255);
  EXPECT_EQ(color(look, look.background), Color{});
}

TEST(PaletteChoice, SkipsPalettesInWhichTheCostumeIsAllBlack) {
  Tables tables;
  tables.rooms.number = {10, 20};
  tables.rooms.actor_color_offset = {0, 0, 0};
  add_palette(tables, 0, true);
  add_palette(tables, 1);
  add_costume(tables, 5, 0, {0, 1, 2});
  EXPECT_EQ(color(make_look(tables, 0), 2), color_of(1, 2));
}

TEST(PaletteChoice, IsGreyIfNoRoomHasAPalette) {
  Tables tables;
  add_costume(tables, 5, kNone, {0, 100, 200});
  EXPECT_EQ(color(make_look(tables, 0), 2), (Color{200, 200, 200}));
}

TEST(PaletteChoice, LeavesTheValueAfterTheCostumesColoursForTheBackground) {
  const Tables tables = two_rooms();
  const Look clear = make_look(tables, 0);
  EXPECT_EQ(clear.background, 3);
  EXPECT_EQ(clear.palette.transparent, 3);
  const Look filled = make_look(tables, 0, {}, 9);
  EXPECT_EQ(filled.background, 3);
  EXPECT_EQ(filled.palette.transparent, std::nullopt);
  EXPECT_EQ(color(filled, 3), color_of(0, 9));
}

TEST(PaletteChoice, WithoutAPaletteTrueColoursShow) {
  Tables tables;
  tables.rooms.number = {10};
  tables.rooms.actor_color_offset = {0, 0};
  tables.costumes.rgb = {9, 8, 7};
  add_costume(tables, 5, 0, {0, 1});
  EXPECT_EQ(color(make_look(tables, 0), 0), (Color{9, 8, 7}));
  EXPECT_EQ(color(make_look(tables, 0), 1), (Color{1, 1, 1}));
  add_palette(tables, 0);
  EXPECT_EQ(color(make_look(tables, 0, 0), 0), color_of(0, 0));
}

TEST(PaletteChoice, TheBackgroundOfACostumeOfAllColoursIsItsTransparentValue) {
  Tables tables = two_rooms();
  tables.costumes.codec = {5, 1};
  EXPECT_EQ(make_look(tables, 0).background, 255);
  EXPECT_EQ(make_look(tables, 1).background, 3);
}

/// Makes room 20 map colour c of actors to 255 − c.
Tables with_mapped_colors(Tables tables) {
  for (unsigned i = 0; i < 256; ++i) {
    tables.rooms.actor_color.push_back(static_cast<uint8_t>(255 - i));
  }
  tables.rooms.actor_color_offset = {0, 0, 256};
  return tables;
}

TEST(PaletteChoice, MapsTheColoursOfActorsAsTheRoomOfThePaletteDoes) {
  Tables tables = with_mapped_colors(two_rooms());
  EXPECT_EQ(color(make_look(tables, 0), 1), color_of(0, 1));
  EXPECT_EQ(color(make_look(tables, 0, 2), 1), color_of(2, 254));
  EXPECT_EQ(color(make_look(tables, 1), 2), color_of(2, 252));
  EXPECT_EQ(color(make_look(tables, 1, 0), 2), color_of(0, 3));
  tables.costumes.codec = {5, 16};
  EXPECT_EQ(color(make_look(tables, 0, 2), 1), color_of(2, 1)) << "not in codecs 5 and 32";
  EXPECT_EQ(color(make_look(tables, 1, 2), 1), color_of(2, 254));
}

/// Value 1 of costume 6 is a shadow. Its other values have the colours (0, 2, 7) and (3, 2, 7).
Tables with_a_shadow() {
  Tables tables = two_rooms();
  tables.costumes.shadow = {1};
  tables.costumes.shadow_offset = {0, 0, 1};
  return tables;
}

TEST(Shadows, AreBlackAtHalfStrength) {
  const Look look = make_look(with_a_shadow(), 1);
  EXPECT_EQ(color(look, 1), Color{});
  EXPECT_TRUE(look.palette.shadow[1]);
  EXPECT_FALSE(look.palette.shadow[2] || look.palette.shadow[look.background]);
  EXPECT_EQ(color(look, 2), color_of(2, 3));
  EXPECT_FALSE(make_look(with_a_shadow(), 0).shading.any);
}

TEST(Shadows, DarkenABackgroundToHalfOfIt) {
  const Look look = make_look(with_a_shadow(), 1, {}, 200);
  EXPECT_EQ(color(look, 1), (Color{100, 1, 3}));
  EXPECT_FALSE(look.palette.shadow[1]);
}

TEST(Shadows, DarkenOtherPixelsToTheNearestColour) {
  Tables tables = with_a_shadow();
  tables.costumes.color = {0, 1, 255, 0, 2, 130, 250, 60};
  tables.costumes.color_offset = {0, 3, 8};
  const Look look = make_look(tables, 1);
  ASSERT_TRUE(look.shading.any && look.shading.is_shadow[1]);
  EXPECT_EQ(look.shading.darker[3], 2) << "half of 250 is nearest to 130";
  EXPECT_EQ(look.shading.darker[2], 4);
  EXPECT_EQ(look.shading.darker[1], 1) << "no pixel is darkened twice";
  EXPECT_EQ(look.shading.darker[look.background], 1);
}

TEST(Shadows, AsStoredAreColoursLikeAnyOther) {
  const Look look = make_look(with_a_shadow(), 1, {}, {}, Shadows::as_stored);
  EXPECT_EQ(color(look, 1), color_of(2, 2));
  EXPECT_FALSE(look.shading.any || look.palette.shadow[1]);
}

TEST(Lookup, FindsCostumesByIdAndAlias) {
  Tables tables = two_rooms();
  tables.costumes.alias = {8, 9};
  tables.costumes.alias_offset = {0, 0, 2};
  EXPECT_EQ(find_costume(tables, 5), 0u);
  EXPECT_EQ(find_costume(tables, 6), 1u);
  EXPECT_EQ(find_costume(tables, 8), 1u);
  EXPECT_EQ(find_costume(tables, 9), 1u);
  EXPECT_EQ(find_costume(tables, 7), std::nullopt);
  tables.costumes.id[0] = 0;
  EXPECT_EQ(find_costume(tables, 0), std::nullopt);  // 0 means "no id".
}

TEST(Lookup, FindsPalettesByRoomAndNumber) {
  const Tables tables = two_rooms();
  EXPECT_EQ(find_palette(tables, 10, 0), 0u);
  EXPECT_EQ(find_palette(tables, 10, 1), 1u);
  EXPECT_EQ(find_palette(tables, 20, 0), 2u);
  EXPECT_EQ(find_palette(tables, 20, 1), std::nullopt);
  EXPECT_EQ(find_palette(tables, 11, 0), std::nullopt);
}

}  // namespace
}  // namespace wardrobe
