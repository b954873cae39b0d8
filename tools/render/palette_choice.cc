#include "tools/render/palette_choice.h"

#include <algorithm>
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

}  // namespace

Look make_look(const TablesView& tables, uint32_t costume, std::optional<uint32_t> room_palette,
               std::optional<uint8_t> background) {
  const PalettesView& palettes = tables.palettes;
  const std::vector<uint8_t> colors = room_colors(tables, costume);
  const uint32_t palette = room_palette.value_or(tables.costumes.default_palette[costume]);
  Look look;
  look.colors = static_cast<uint32_t>(colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    set_color(palettes, palette, colors[i], &look.palette.rgb[3 * i]);
  }
  if (palette == kNone) {
    std::ranges::copy(true_rgb(tables, costume), look.palette.rgb.begin());
  }
  look.background = undrawn(tables, costume, colors.size());
  uint8_t* const rgb = &look.palette.rgb[size_t{3} * look.background];
  std::fill_n(rgb, 3, uint8_t{0});
  if (background) {
    set_color(palettes, palette, *background, rgb);
  } else {
    look.palette.transparent = look.background;
  }
  return look;
}

}  // namespace wardrobe
