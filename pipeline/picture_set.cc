#include "pipeline/picture_set.h"

#include <algorithm>

namespace wardrobe {

uint32_t PictureSet::add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
                         Bytes pixels) {
  const auto [first, last] = rows_.equal_range(xxh64);
  for (auto it = first; it != last; ++it) {
    const uint32_t row = it->second;
    if (pictures_.width[row] == width && pictures_.height[row] == height &&
        pictures_.transparent[row] == transparent && std::ranges::equal(pixels_[row], pixels)) {
      return row;
    }
  }
  const auto row = static_cast<uint32_t>(pixels_.size());
  rows_.emplace(xxh64, row);
  pictures_.width.push_back(width);
  pictures_.height.push_back(height);
  pictures_.transparent.push_back(transparent);
  pictures_.xxh64.push_back(xxh64);
  pictures_.pixel_offset.push_back(pictures_.pixel_offset.back() + pixels.size());
  pixels_.push_back(pixels);
  return row;
}

}  // namespace wardrobe
