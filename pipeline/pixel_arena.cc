#include "pipeline/pixel_arena.h"

#include <algorithm>

#include "kernels/decode.h"

namespace wardrobe {
namespace {

constexpr size_t kChunkSize = 1 << 20;
constexpr size_t kCacheLine = 64;
/// Less than any first-level data cache.
constexpr size_t kMaxPrefetched = 16 * 1024;

/// Decoders that end with a transpose write many rows at once: more streams than hardware
/// prefetchers track.
void prefetch(std::span<const uint8_t> bytes) {
  for (size_t i = 0; i < bytes.size(); i += kCacheLine) __builtin_prefetch(&bytes[i], 1);
}

}  // namespace

std::span<uint8_t> PixelArena::reserve(size_t pixels) {
  const size_t needed = pixels + kPixelPadding;
  if (room_.size() < needed) {
    const size_t size = std::max(kChunkSize, needed);
    // Not make_unique, which would zero it: the decoder is to touch these pages first.
    chunks_.emplace_back(new uint8_t[size]);
    room_ = {chunks_.back().get(), size};
  }
  prefetch(room_.first(std::min(pixels, kMaxPrefetched)));
  return room_;
}

Bytes PixelArena::keep(size_t pixels) {
  const Bytes kept = room_.first(pixels);
  room_ = room_.subspan(pixels);
  return kept;
}

}  // namespace wardrobe
