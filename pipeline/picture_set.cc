#include "pipeline/picture_set.h"

#include <algorithm>

namespace wardrobe {

uint32_t PictureSet::add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
                         Bytes pixels) {
  const auto next = static_cast<uint32_t>(pixels_.size());
  const uint32_t row = rows_.find_or_add(xxh64, next, [&](uint32_t known) {
    return pictures_.width[known] == width && pictures_.height[known] == height &&
           pictures_.transparent[known] == transparent &&
           std::ranges::equal(pixels_[known], pixels);
  });
  if (row != next) return row;
  pictures_.width.push_back(width);
  pictures_.height.push_back(height);
  pictures_.transparent.push_back(transparent);
  pictures_.xxh64.push_back(xxh64);
  pictures_.pixel_offset.push_back(pictures_.pixel_offset.back() + pixels.size());
  pixels_.push_back(pixels);
  return row;
}

}  // namespace wardrobe
