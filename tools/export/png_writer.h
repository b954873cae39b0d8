#pragma once

#include <cstdint>
#include <vector>

#include "formats/result.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Returns an image as a PNG file. Its palette has `colors` colours, or more if the pixels need
/// them.
Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors = ImagePalette::kColors);

}  // namespace wardrobe
