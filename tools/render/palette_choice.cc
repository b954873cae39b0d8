#include "tools/render/palette_choice.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "formats/akos/akos.h"

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

/// Whether any of the costume's colours is not black in the palette. Some rooms of games only have
/// costumes, and their palette is all black.
bool shows(const PalettesView& palettes, uint32_t palette, Bytes colors) {
  return std::ranges::any_of(colors, [&](uint8_t color) {
    std::array<uint8_t, 3> rgb{};
    set_color(palettes, palette, color, rgb.data());
    return rgb != std::array<uint8_t, 3>{};
  });
}

/// The costume's true colours, one for each pixel value; empty if it has none. `colors` is the
/// result of room_colors() (SCUMM.md §6 "Colours").
std::vector<uint8_t> true_colors(const CostumesView& costumes, uint32_t costume, Bytes colors) {
  const Bytes rgb = elements_at(costumes.rgb_offset, costumes.rgb, costume);
  if (costumes.codec[costume] != kAkosRle) return {};
  if (rgb.size() == 3 * colors.size()) return {rgb.begin(), rgb.end()};
  if (rgb.size() != size_t{3} * 256) return {};
  std::vector<uint8_t> chosen(3 * colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    std::copy_n(&rgb[size_t{3} * colors[i]], 3, &chosen[3 * i]);
  }
  return chosen;
}

/// A value that no pixel of the costume draws: the value after its last colour. If the costume has
/// all 256, its transparent value.
uint8_t undrawn(const TablesView& tables, uint32_t costume, size_t colors) {
  if (colors < 256) return static_cast<uint8_t>(colors);
  return transparent_value(tables, costume);
}

/// The first palette that shows the costume: of its room, else of any room. kNone if there is none.
uint32_t default_palette(const TablesView& tables, uint32_t costume, Bytes colors) {
  const PalettesView& palettes = tables.palettes;
  const ColumnView<uint32_t>& rooms = palettes.room;
  const auto home = std::ranges::find(rooms, tables.costumes.room[costume]);
  const auto at_home = static_cast<uint32_t>(home - rooms.begin());
  if (home != rooms.end() && shows(palettes, at_home, colors)) return at_home;
  for (uint32_t row = 0; row < rooms.size(); ++row) {
    if (shows(palettes, row, colors)) return row;
  }
  return kNone;
}

}  // namespace

uint8_t transparent_value(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  return akos_transparent(costumes.codec[costume],
                          elements_at(costumes.color_offset, costumes.color, costume),
                          tables.game.version[0]);
}

std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.codec[costume] != kAkosRle) {
    std::vector<uint8_t> all(256);
    std::iota(all.begin(), all.end(), uint8_t{0});
    return all;
  }
  const Bytes own = elements_at(costumes.color_offset, costumes.color, costume);
  return {own.begin(), own.end()};
}

Look make_look(const TablesView& tables, uint32_t costume, std::optional<uint32_t> room_palette,
               std::optional<uint8_t> background) {
  const PalettesView& palettes = tables.palettes;
  const std::vector<uint8_t> colors = room_colors(tables, costume);
  const uint32_t palette = room_palette ? *room_palette : default_palette(tables, costume, colors);
  Look look;
  look.colors = static_cast<uint32_t>(colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    set_color(palettes, palette, colors[i], &look.palette.rgb[3 * i]);
  }
  if (!room_palette) {
    std::ranges::copy(true_colors(tables.costumes, costume, colors), look.palette.rgb.begin());
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
