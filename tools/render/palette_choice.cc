#include "tools/render/palette_choice.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "formats/costume_colors.h"

namespace wardrobe {
namespace {

/// Sets `rgb` to colour `index` of a row of Palettes: black past its end, grey if it is kNone.
void set_color(const PalettesView& palettes, uint32_t palette, size_t index, uint8_t* rgb) {
  if (palette == kNone) {
    std::fill_n(rgb, 3, static_cast<uint8_t>(index));
    return;
  }
  const Bytes colors = elements_at(palettes.rgb_offset, palettes.rgb, palette);
  if (3 * index + 3 <= colors.size()) std::copy_n(&colors[3 * index], 3, rgb);
}

/// A value that no pixel of the costume draws: the value after its last colour. If the costume has
/// all 256, its transparent value.
uint8_t undrawn(const TablesView& tables, uint32_t costume, size_t colors) {
  if (colors < 256) return static_cast<uint8_t>(colors);
  return transparent_value(tables, costume);
}

/// The shading of images with this palette, in which a shadow gives a pixel the one of `colors`
/// that is nearest to half of its colour.
Shading make_shading(const TablesView& tables, uint32_t costume, const ImagePalette& palette,
                     Bytes colors) {
  Shading shading;
  const Bytes shadows = shadows_of(tables, costume);
  for (const uint8_t value : shadows) shading.is_shadow[value] = true;
  shading.any = !shadows.empty();
  if (!shading.any) return shading;
  std::iota(shading.darker.begin(), shading.darker.end(), uint8_t{0});
  for (size_t index = 0; index < ImagePalette::kColors && !colors.empty(); ++index) {
    shading.darker[index] = *std::ranges::min_element(colors, {}, [&](uint8_t color) {
      int distance = 0;
      for (size_t i = 0; i < 3; ++i) {
        const int away = palette.rgb[3 * index + i] / 2 - palette.rgb[size_t{3} * color + i];
        distance += away * away;
      }
      return distance;
    });
  }
  return shading;
}

/// Makes the look darken what is behind the costume's shadows.
void add_shadows(const TablesView& tables, uint32_t costume, Look& look) {
  const Bytes shadows = shadows_of(tables, costume);
  if (shadows.empty()) return;
  ImagePalette& palette = look.palette;
  std::vector<uint8_t> drawn;
  for (uint32_t value = 0; value < look.colors; ++value) {
    const auto color = static_cast<uint8_t>(value);
    const bool is_drawn = color != transparent_value(tables, costume) && color != look.background;
    if (is_drawn && !std::ranges::binary_search(shadows, color)) drawn.push_back(color);
  }
  look.shading = make_shading(tables, costume, palette, drawn);
  for (const uint8_t empty : {look.background, transparent_value(tables, costume)}) {
    look.shading.darker[empty] = shadows[0];
  }
  for (const uint8_t value : shadows) {
    look.shading.darker[value] = value;
    palette.shadow[value] = palette.transparent.has_value();
    for (size_t i = 0; i < 3; ++i) {
      palette.rgb[3 * value + i] = palette.rgb[size_t{3} * look.background + i] / 2;
    }
  }
}

}  // namespace

Shading room_shading(const TablesView& tables, uint32_t costume, uint32_t palette) {
  const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette);
  std::array<uint8_t, ImagePalette::kColors> colors{};
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  ImagePalette image;
  image.set_first(rgb);
  return make_shading(tables, costume, image,
                      Bytes(colors).first(std::min(rgb.size() / 3, colors.size())));
}

ImagePalette picture_palette(const TablesView& tables, uint32_t costume, uint32_t picture,
                             ImagePalette palette) {
  palette.transparent = tables.pictures.transparent[picture];
  for (const uint8_t value : shadows_of(tables, costume)) {
    palette.shadow[value] = true;
    std::fill_n(&palette.rgb[size_t{3} * value], 3, uint8_t{0});
  }
  return palette;
}

Look make_look(const TablesView& tables, uint32_t costume, std::optional<uint32_t> room_palette,
               std::optional<uint8_t> background, Shadows shadows) {
  const PalettesView& palettes = tables.palettes;
  const uint32_t palette = room_palette.value_or(tables.costumes.default_palette[costume]);
  const std::vector<uint8_t> colors =
      room_colors(tables, costume, palette == kNone ? kNone : palettes.room[palette]);
  Look look;
  look.colors = static_cast<uint32_t>(colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    set_color(palettes, palette, colors[i], &look.palette.rgb[3 * i]);
  }
  if (palette == kNone) look.palette.set_first(true_rgb(tables, costume));
  look.background = undrawn(tables, costume, colors.size());
  uint8_t* const rgb = &look.palette.rgb[size_t{3} * look.background];
  std::fill_n(rgb, 3, uint8_t{0});
  if (background) {
    set_color(palettes, palette, *background, rgb);
  } else {
    look.palette.transparent = look.background;
  }
  if (shadows == Shadows::darken) add_shadows(tables, costume, look);
  return look;
}

}  // namespace wardrobe
