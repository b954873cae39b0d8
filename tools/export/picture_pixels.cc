#include "tools/export/picture_pixels.h"

namespace wardrobe {

Result<PicturePixels> PicturePixels::read(const OpenArchive& open, std::span<const uint32_t> rows) {
  PicturePixels pictures;
  for (const uint32_t row : rows) {
    const Result<Bytes> pixels = open.archive.read_picture(row);
    if (!pixels) return pixels.error();
    pictures.pixels_.emplace(row, *pixels);
  }
  return pictures;
}

}  // namespace wardrobe
