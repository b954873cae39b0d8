#include "pipeline/pixel_arena.h"

#include <algorithm>

#include "kernels/rle.h"

namespace wardrobe {
namespace {

constexpr size_t kChunkSize = 1 << 20;

}  // namespace

std::span<uint8_t> PixelArena::reserve(size_t pixels) {
  const size_t needed = pixels + kPixelPadding;
  while (chunk_ < chunks_.size() && chunks_[chunk_].size - used_ < needed) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    const size_t size = std::max(kChunkSize, needed);
    // Not make_unique, which would fill it: these pages are first touched by the decoder.
    chunks_.push_back({std::unique_ptr<uint8_t[]>(new uint8_t[size]), size});
  }
  return {chunks_[chunk_].bytes.get() + used_, chunks_[chunk_].size - used_};
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
