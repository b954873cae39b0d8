#include "pipeline/pixel_arena.h"

#include <algorithm>

#include "kernels/decode.h"

namespace wardrobe {
namespace {

constexpr size_t kChunkSize = 2 * kHugePage;
constexpr size_t kCacheLine = 64;
/// Most bytes to fetch: less than any first-level data cache.
constexpr size_t kMaxPrefetched = 16 * 1024;

/// Fetches the bytes into the cache. Decoders that end with a transpose write many rows at once.
/// Hardware prefetchers do not track that many streams.
void prefetch(std::span<const uint8_t> bytes) {
  for (size_t i = 0; i < bytes.size(); i += kCacheLine) __builtin_prefetch(&bytes[i], 1);
}

}  // namespace

std::span<uint8_t> PixelArena::reserve(size_t pixels) {
  const size_t needed = pixels + kPixelPadding;
  if (room_.size() < needed) {
    room_ = chunks_.emplace_back(std::max(kChunkSize, needed));
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
