#include "tools/export/png_writer.h"

#include <algorithm>
#include <array>
#include <string>

#include <png.h>

namespace wardrobe {
namespace {

/// The colour map for libpng: red, green, blue and alpha of each colour.
std::array<uint8_t, 4 * ImagePalette::kColors> color_map(const ImagePalette& palette) {
  std::array<uint8_t, 4 * ImagePalette::kColors> map;
  for (size_t i = 0; i < ImagePalette::kColors; ++i) {
    for (size_t c = 0; c < 3; ++c) map[4 * i + c] = palette.rgb[3 * i + c];
    map[4 * i + 3] = palette.transparent == i ? 0 : palette.shadow[i] ? kShadowAlpha : 0xFF;
  }
  return map;
}

}  // namespace

Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = image.width;
  header.height = image.height;
  header.format = PNG_FORMAT_RGBA_COLORMAP;
  header.flags = PNG_IMAGE_FLAG_FAST;  // takes half the time, for 7 % more bytes
  header.colormap_entries = std::max<uint32_t>(colors, *std::ranges::max_element(image.pixels) + 1);
  const auto map = color_map(palette);
  std::vector<uint8_t> file(PNG_IMAGE_PNG_SIZE_MAX(header));
  png_alloc_size_t size = file.size();
  if (png_image_write_to_memory(&header, file.data(), &size, 0, image.pixels.data(), 0,
                                map.data()) == 0) {
    return Error{ErrorCode::io, kNoOffset, std::string("no PNG: ") + header.message};
  }
  file.resize(size);
  file.shrink_to_fit();
  return file;
}

}  // namespace wardrobe
