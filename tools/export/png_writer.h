#pragma once

#include <cstdint>
#include <vector>

#include "formats/result.h"
#include "tools/render/render.h"

namespace wardrobe {

/// An image as the bytes of a PNG file with a palette of `colors` colours, or more if its pixels
/// need them.
Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors = ImagePalette::kColors);

}  // namespace wardrobe
