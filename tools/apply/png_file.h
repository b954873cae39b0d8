#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/apply/palette_order.h"

namespace wardrobe {

/// The header of a PNG.
struct PngHeader {
  uint32_t width = 0;
  uint32_t height = 0;
  uint8_t depth = 0;  ///< bits of a sample
  uint8_t color_type = 0;

  bool is_indexed() const;
  /// The kind of the pixels in the words of editors: "indexed", "RGB".
  const char* kind() const;
};

struct PngPicture {
  std::vector<uint8_t> pixels;  ///< row-major: a byte each if indexed, else red, green, blue, alpha
  EditedPalette palette;        ///< empty if not indexed
};

/// Reads the header. Refuses files that are not PNGs, and interlaced PNGs. Safe on any input, as is
/// read_png().
Result<PngHeader> read_png_header(Bytes file);

/// Reads a PNG with this header. Refuses damaged files, and pixel values that the palette lacks.
/// The caller limits the size in the header; it is the size of the result.
Result<PngPicture> read_png(Bytes file, const PngHeader& header);

}  // namespace wardrobe
