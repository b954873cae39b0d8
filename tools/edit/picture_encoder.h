#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "tools/edit/slots.h"

namespace wardrobe {

/// A row-major picture as a costume's codec stores it (SCUMM.md §2 "RLE", §6 "Pixels"). `colors` is
/// the size of the costume's palette; the RLE of the same pixels is always the game's own.
std::vector<uint8_t> encode_picture(uint8_t codec, size_t colors, Bytes pixels,
                                    const PictureShape& shape);

}  // namespace wardrobe
