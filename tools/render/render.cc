#include "tools/render/render.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "formats/colors.h"
#include "pipeline/io/files.h"

namespace wardrobe {

std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id) {
  if (id == 0) return std::nullopt;
  const CostumesView& costumes = tables.costumes;
  for (uint32_t row = 0; row < costumes.id.size(); ++row) {
    if (costumes.id[row] == id) return row;
    const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
    if (std::ranges::find(aliases, id) != aliases.end()) return row;
  }
  return std::nullopt;
}

std::optional<uint32_t> palette_of_room(const TablesView& tables, uint32_t room, uint32_t number) {
  const PalettesView& palettes = tables.palettes;
  for (uint32_t row = 0; row < palettes.room.size(); ++row) {
    if (palettes.room[row] == room && palettes.number[row] == number) return row;
  }
  return std::nullopt;
}

std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number) {
  const std::optional<uint32_t> owner = find_room(tables, room);
  return owner ? palette_of_room(tables, *owner, number) : std::nullopt;
}

std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number) {
  const ColumnView<uint16_t>& numbers = tables.rooms.number;
  const auto found = std::ranges::find(numbers, number);
  if (found == numbers.end()) return std::nullopt;
  return static_cast<uint32_t>(found - numbers.begin());
}

Result<OpenArchive> open_archive(const std::filesystem::path& path) {
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  Result<Archive> archive = file ? Archive::open(*std::move(file)) : file.error();
  if (archive) return OpenArchive{*std::move(archive)};
  return Error{archive.error().code, kNoOffset, describe(path.string(), archive.error())};
}
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

void Extent::add(int32_t x, int32_t y, uint32_t width, uint32_t height) {
  const int64_t right = int64_t{x} + width;
  const int64_t bottom = int64_t{y} + height;
  const bool first = empty();
  left_ = first ? x : std::min<int64_t>(left_, x);
  top_ = first ? y : std::min<int64_t>(top_, y);
  right_ = first ? right : std::max(right_, right);
  bottom_ = first ? bottom : std::max(bottom_, bottom);
}

Rect bounds_of(const Trace& trace, const PicturesView& pictures) {
  Extent extent;
  for (const Cel& cel : trace.cels) {
    extent.add(cel.x, cel.y, pictures.width[cel.picture], pictures.height[cel.picture]);
  }
  return extent.box();
}

void blit_shaded(const BlitPicture& picture, BlitAt at, const Shading& shading,
                 const Canvas<uint8_t>& canvas) {
  blit_each(picture, at, canvas, [&shading](uint8_t value, uint8_t under) {
    return shading.is_shadow[value] ? shading.darker[under] : value;
  });
}

std::vector<uint8_t> rgba_of(Bytes pixels, const ImagePalette& palette) {
  std::array<std::array<uint8_t, 4>, ImagePalette::kColors> colors{};
  for (size_t i = 0; i < colors.size(); ++i) {
    if (palette.transparent == i) continue;
    const uint8_t* const rgb = &palette.rgb[3 * i];
    colors[i] = {rgb[0], rgb[1], rgb[2], palette.shadow[i] ? kShadowAlpha : uint8_t{255}};
  }
  std::vector<uint8_t> rgba;
  rgba.reserve(4 * pixels.size());
  for (const uint8_t pixel : pixels) {
    rgba.insert(rgba.end(), colors[pixel].begin(), colors[pixel].end());
  }
  return rgba;
}

IndexImage magnified(IndexImage image, uint32_t scale) {
  if (scale == 1) return image;
  IndexImage large{image.width * scale, image.height * scale, {}};
  large.pixels.reserve(size_t{large.width} * large.height);
  for (size_t y = 0; y < image.height; ++y) {
    const size_t first = large.pixels.size();
    for (size_t x = 0; x < image.width; ++x) {
      large.pixels.insert(large.pixels.end(), scale, image.pixels[y * image.width + x]);
    }
    for (uint32_t copy = 1; copy < scale; ++copy) {
      large.pixels.resize(large.pixels.size() + large.width);
      std::copy_n(large.pixels.begin() + static_cast<ptrdiff_t>(first), large.width,
                  large.pixels.end() - static_cast<ptrdiff_t>(large.width));
    }
  }
  return large;
}

}  // namespace wardrobe
