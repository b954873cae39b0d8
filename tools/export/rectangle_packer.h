#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace wardrobe {

struct PackedRectangle {
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t x = 0;
  uint32_t y = 0;
};

/// Places the rectangles without overlaps in an area of that width, and returns its height;
/// nothing if one is wider.
std::optional<uint32_t> pack_rectangles(std::span<PackedRectangle> rectangles, uint32_t width);

}  // namespace wardrobe
