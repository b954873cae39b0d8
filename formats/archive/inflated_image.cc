#include "formats/archive/inflated_image.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <utility>

namespace wardrobe {
namespace {

constexpr unsigned kLeastPageShift = 14;
/// The highest number of pages of an image. It bounds the memory of frame_near_, whatever size an
/// image claims.
constexpr uint64_t kMaxPages = 1 << 16;

unsigned page_shift_of(uint64_t image_size) {
  unsigned shift = kLeastPageShift;
  while (image_size >> shift >= kMaxPages) ++shift;
  return shift;
}

}  // namespace

InflatedImage::InflatedImage(const ByteSource& file, SeekTable frames, uint64_t tables_end,
                             uint64_t pixels_at)
    : file_(file),
      frames_(std::move(frames)),
      page_shift_(page_shift_of(frames_.image_size())),
      ready_(std::make_unique<std::atomic<bool>[]>(frames_.count())) {
  const uint64_t size = frames_.image_size();
  blocks_[0].end = blocks_[1].begin = tables_end;
  blocks_[1].end = blocks_[2].begin = pixels_at;
  blocks_[2].end = size;
  for (uint64_t at = 0; at < size; at += uint64_t{1} << page_shift_) {
    frame_near_.push_back(static_cast<uint32_t>(frames_.frame_of(at)));
  }
}

Result<Bytes> InflatedImage::inflate(uint64_t offset, uint64_t size) const {
  if (size == 0) return Bytes();
  for (size_t frame = frames_.frame_of(offset);
       frame < frames_.count() && frames_.image_offset[frame] < offset + size; ++frame) {
    if (Status inflated = inflate_frame_once(frame); !inflated) return inflated.error();
  }
  return Bytes(find(offset, size), size);
}

Result<const uint8_t*> InflatedImage::tables() const {
  const Result<uint8_t*> memory = place(blocks_[0], 0);
  if (!memory) return memory.error();
  return *memory;
}

Status InflatedImage::inflate_frame_once(size_t frame) const {
  const std::lock_guard lock(inflating_[frame % inflating_.size()]);
  if (ready_[frame].load(std::memory_order_relaxed)) return ok();
  ZstdInflater inflater = take_inflater();
  Status inflated = inflate_in_place(frame, inflater);
  {
    const std::lock_guard back(allocating_);
    idle_.push_back(std::move(inflater));
  }
  if (!inflated) return inflated;
  inflated_bytes_.fetch_add(frames_.inflated_size(frame), std::memory_order_relaxed);
  ready_[frame].store(true, std::memory_order_release);
  return ok();
}

ZstdInflater InflatedImage::take_inflater() const {
  const std::lock_guard lock(allocating_);
  if (idle_.empty()) return {};
  ZstdInflater inflater = std::move(idle_.back());
  idle_.pop_back();
  return inflater;
}

Status InflatedImage::inflate_in_place(size_t frame, ZstdInflater& inflater) const {
  const uint64_t begin = frames_.image_offset[frame];
  const uint64_t end = frames_.image_offset[frame + 1];
  Block& only = blocks_[block_of(begin)];
  if (end <= only.end) {
    const Result<uint8_t*> to = place(only, begin);
    if (!to) return to.error();
    return inflater.inflate(file_, frames_, frame, std::span(*to, end - begin));
  }
  // This frame has parts of several blocks. write_archive() makes no such frames.
  std::vector<uint8_t> parts(end - begin);
  if (Status inflated = inflater.inflate(file_, frames_, frame, parts); !inflated) return inflated;
  for (Block& block : blocks_) {
    const uint64_t from = std::max(begin, block.begin);
    const uint64_t until = std::min(end, block.end);
    if (from >= until) continue;
    const Result<uint8_t*> to = place(block, from);
    if (!to) return to.error();
    std::copy_n(parts.data() + (from - begin), until - from, *to);
  }
  return ok();
}

Result<uint8_t*> InflatedImage::place(Block& block, uint64_t offset) const {
  const std::lock_guard lock(allocating_);
  if (block.memory == nullptr) {
    const uint64_t size = block.end - block.begin;
    if (size <= PTRDIFF_MAX) block.memory.reset(new (std::nothrow) uint8_t[size]);
    if (block.memory == nullptr) {
      return Error{ErrorCode::memory, kNoOffset,
                   "not enough memory for " + std::to_string(size >> 20) + " MiB of the archive"};
    }
  }
  return block.memory.get() + (offset - block.begin);
}

}  // namespace wardrobe
