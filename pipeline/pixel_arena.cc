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
  while (chunk_ < chunks_.size() && chunks_[chunk_].size - used_ < needed) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    const size_t size = std::max(kChunkSize, needed);
    // Not make_unique, which would zero it: the decoder is to touch these pages first.
    chunks_.push_back({std::unique_ptr<uint8_t[]>(new uint8_t[size]), size});
  }
  const std::span<uint8_t> room(chunks_[chunk_].bytes.get() + used_, chunks_[chunk_].size - used_);
  prefetch(room.first(std::min(pixels, kMaxPrefetched)));
  return room;
}

Bytes PixelArena::keep(size_t pixels) {
  const Bytes kept(chunks_[chunk_].bytes.get() + used_, pixels);
  used_ += pixels;
  return kept;
}

void PixelArena::clear() {
  chunk_ = 0;
  used_ = 0;
}

}  // namespace wardrobe
