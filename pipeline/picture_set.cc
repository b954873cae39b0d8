#include "pipeline/picture_set.h"

#include <algorithm>

namespace wardrobe {
namespace {

constexpr size_t kFirstSlots = 1024;

}  // namespace

void PictureSet::clear() {
  clear_table(pictures_);
  pixels_.clear();
  std::ranges::fill(slots_, kNone);
}

size_t PictureSet::find(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
                        Bytes pixels) const {
  const size_t mask = slots_.size() - 1;
  for (size_t slot = xxh64 & mask;; slot = (slot + 1) & mask) {
    const uint32_t row = slots_[slot];
    if (row == kNone) return slot;
    if (pictures_.xxh64[row] == xxh64 && pictures_.width[row] == width &&
        pictures_.height[row] == height && pictures_.transparent[row] == transparent &&
        std::ranges::equal(pixels_[row], pixels)) {
      return slot;
    }
  }
}

void PictureSet::grow() {
  slots_.assign(std::max(kFirstSlots, slots_.size() * 2), kNone);
  const size_t mask = slots_.size() - 1;
  for (uint32_t row = 0; row < pixels_.size(); ++row) {
    size_t slot = pictures_.xxh64[row] & mask;
    while (slots_[slot] != kNone) slot = (slot + 1) & mask;
    slots_[slot] = row;
  }
}

uint32_t PictureSet::add(uint16_t width, uint16_t height, uint8_t transparent, uint64_t xxh64,
                         Bytes pixels) {
  if (pixels_.size() >= slots_.size() / 2) grow();
  uint32_t& row = slots_[find(width, height, transparent, xxh64, pixels)];
  if (row != kNone) return row;
  row = static_cast<uint32_t>(pixels_.size());
  pictures_.width.push_back(width);
  pictures_.height.push_back(height);
  pictures_.transparent.push_back(transparent);
  pictures_.xxh64.push_back(xxh64);
  pictures_.pixel_offset.push_back(pictures_.pixel_offset.back() + pixels.size());
  pixels_.push_back(pixels);
  return row;
}

}  // namespace wardrobe
