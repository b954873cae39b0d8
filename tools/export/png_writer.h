#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/export/deflate.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Writes PNGs, one after another in the same memory. Not thread-safe.
class PngWriter {
 public:
  /// Returns an image of width · height pixels, row-major, as a PNG file, which is valid until the
  /// next call. Its palette has `colors` colours, or more if the pixels need them.
  Result<Bytes> write(uint32_t width, uint32_t height, Bytes pixels, const ImagePalette& palette,
                      uint32_t colors = ImagePalette::kColors);
  /// The same for pixels of red, green, blue and alpha.
  Result<Bytes> write_rgba(uint32_t width, uint32_t height, Bytes rgba);
  Result<Bytes> write(const IndexImage& image, const ImagePalette& palette,
                      uint32_t colors = ImagePalette::kColors) {
    return write(image.width, image.height, image.pixels, palette, colors);
  }

 private:
  /// Starts file_ with a header.
  void start(uint32_t width, uint32_t height, unsigned depth, unsigned color_type);
  /// Appends pixels and ends file_. A pixel of true colour counts as four.
  Result<Bytes> finish(uint32_t width, Bytes pixels, unsigned depth);

  Deflater deflater_;
  std::vector<uint8_t> rows_;  ///< as a PNG has them
  std::vector<uint8_t> file_;
};

/// Returns an image as a PNG file.
Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors = ImagePalette::kColors);

/// The number of colours that pixels need: the highest of them, plus 1.
uint32_t colors_of(Bytes pixels);

}  // namespace wardrobe
