#include "pipeline/pixel_arena.h"

#include <algorithm>
#include <new>

#include "kernels/decode.h"
#include "pipeline/io/huge_pages.h"

namespace wardrobe {
namespace {

constexpr size_t kChunkSize = 2 * kHugePage;
constexpr size_t kCacheLine = 64;
/// Less than any first-level data cache.
constexpr size_t kMaxPrefetched = 16 * 1024;

/// Fetches the bytes into the cache. Decoders that end with a transpose write many rows at once,
/// which are more streams than hardware prefetchers track.
void prefetch(std::span<const uint8_t> bytes) {
  for (size_t i = 0; i < bytes.size(); i += kCacheLine) __builtin_prefetch(&bytes[i], 1);
}

uint8_t* allocate(size_t size) {
  auto* chunk = static_cast<uint8_t*>(::operator new(size, std::align_val_t(kHugePage)));
  use_huge_pages({chunk, size});
  return chunk;
}

}  // namespace

void PixelArena::Free::operator()(uint8_t* chunk) const {
  ::operator delete(chunk, std::align_val_t(kHugePage));
}

std::span<uint8_t> PixelArena::reserve(size_t pixels) {
  const size_t needed = pixels + kPixelPadding;
  if (room_.size() < needed) {
    const size_t size = std::max(kChunkSize, needed);
    chunks_.emplace_back(allocate(size));
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
