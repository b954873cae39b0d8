#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/render/render.h"

struct z_stream_s;

namespace wardrobe {

/// Writes PNGs, one after another in the same memory: a compressor takes longer to set up
/// than a small picture to compress. Not thread-safe.
class PngWriter {
 public:
  PngWriter();

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
  struct End {
    void operator()(z_stream_s* stream) const;
  };

  /// Starts file_ with a header.
  void start(uint32_t width, uint32_t height, unsigned depth, unsigned color_type);
  /// Appends pixels and ends file_. A pixel of true colour counts as four.
  Result<Bytes> finish(uint32_t width, Bytes pixels, unsigned depth);
  /// Appends rows of pixels of `depth` bits, compressed. Returns whether there was enough memory.
  bool put_rows(uint32_t width, Bytes pixels, unsigned depth);
  /// Appends what the compressor makes of rows_.
  int deflate_rows(int flush);

  std::unique_ptr<z_stream_s, End> stream_;  ///< null if there was not enough memory
  std::vector<uint8_t> rows_;                ///< some rows, as a PNG has them
  std::vector<uint8_t> packed_;              ///< a part of what the compressor makes of them
  std::vector<uint8_t> file_;
};

/// Returns an image as a PNG file.
Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors = ImagePalette::kColors);

/// The number of colours that pixels need: the highest of them, plus 1.
uint32_t colors_of(Bytes pixels);

}  // namespace wardrobe
