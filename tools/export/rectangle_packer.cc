#include "tools/export/rectangle_packer.h"

#include <algorithm>
#include <cstddef>

namespace {

/// std::qsort may leave equal rectangles in any order, and the same input shall give the same file.
template <class Rectangle, class Compare>
void sort_stably(Rectangle* rectangles, size_t count, size_t, Compare compare) {
  std::stable_sort(
      rectangles, rectangles + count,
      [compare](const Rectangle& a, const Rectangle& b) { return compare(&a, &b) < 0; });
}

}  // namespace

#define STBRP_STATIC
#define STBRP_SORT sort_stably
#define STB_RECT_PACK_IMPLEMENTATION
#include <stb/stb_rect_pack.h>

namespace wardrobe {

std::optional<uint32_t> pack_rectangles(std::span<PackedRectangle> rectangles, uint32_t width) {
  constexpr int kMaxHeight = 1 << 30;
  std::vector<stbrp_rect> rects;
  for (const PackedRectangle& rectangle : rectangles) {
    rects.push_back({.id = 0,
                     .w = static_cast<stbrp_coord>(rectangle.width),
                     .h = static_cast<stbrp_coord>(rectangle.height),
                     .x = 0,
                     .y = 0,
                     .was_packed = 0});
  }
  std::vector<stbrp_node> nodes(width);
  stbrp_context context;
  stbrp_init_target(&context, static_cast<int>(width), kMaxHeight, nodes.data(),
                    static_cast<int>(width));
  if (stbrp_pack_rects(&context, rects.data(), static_cast<int>(rects.size())) == 0) return {};
  uint32_t height = 0;
  for (size_t i = 0; i < rects.size(); ++i) {
    rectangles[i].x = static_cast<uint32_t>(rects[i].x);
    rectangles[i].y = static_cast<uint32_t>(rects[i].y);
    height = std::max(height, rectangles[i].y + rectangles[i].height);
  }
  return height;
}

}  // namespace wardrobe
