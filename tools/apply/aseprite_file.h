#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/apply/palette_order.h"

namespace wardrobe {

/// A cel of an .aseprite file with pixels of its own. Cels that link to another cel are left out.
struct AsepriteCel {
  uint32_t frame = 0;
  uint16_t layer = 0;
  int32_t x = 0;  ///< of the top left, relative to the anchor
  int32_t y = 0;
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;  ///< row-major
  std::string data;             ///< the cel's user data; empty: none
};

/// The contents of an .aseprite file that `export` wrote and an editor may have changed.
struct AsepriteFile {
  uint8_t transparent = 0;
  EditedPalette palette;  ///< with the transparent value's alpha 0
  std::vector<uint32_t> frame_ms;
  std::vector<std::string> layer_data;  ///< the user data of each layer
  std::vector<AsepriteCel> cels;
};

/// Reads an .aseprite file. Refuses pixels that are not indexed, a file without the slice "anchor",
/// sizes that no picture may have, and damage. Safe on any input.
Result<AsepriteFile> read_aseprite(Bytes file);

}  // namespace wardrobe
