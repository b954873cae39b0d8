#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/palette_order.h"

namespace wardrobe {

/// The header of a PNG, from its first bytes.
struct PngHeader {
  uint32_t width = 0;
  uint32_t height = 0;
  uint8_t depth = 0;  ///< bits of a sample
  uint8_t color_type = 0;

  bool is_indexed() const;
  /// The kind of its pixels, as editors call it: "indexed", "RGB".
  const char* kind() const;
};

struct PngPicture {
  std::vector<uint8_t> pixels;  ///< row-major: a byte each if indexed, else red, green, blue, alpha
  EditedPalette palette;        ///< empty if not indexed
};

/// Refuses files that are no PNGs, and interlaced ones. Safe on any input, as is read_png().
Result<PngHeader> read_png_header(Bytes file);

/// Reads the PNG that has this header. Refuses damaged ones, and pixels without a colour. The
/// caller bounds the size, which is that of the result.
Result<PngPicture> read_png(Bytes file, const PngHeader& header);

}  // namespace wardrobe
