#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "formats/archive/zstd_frames.h"
#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/lock.h"
#include "formats/result.h"

namespace wardrobe {

/// The image of an archive. A zstd frame is inflated when one of its bytes is first used, and then
/// kept. Thread-safe.
///
/// The image lies in three blocks of memory: tables, backgrounds, pixels. Each block is allocated
/// as a whole when first needed and written frame by frame, so only the inflated parts take
/// physical memory.
class InflatedImage {
 public:
  /// `file` must outlive the image. Tables end at `tables_end`; pixels start at `pixels_at`, which
  /// is at or after `tables_end`.
  InflatedImage(const ByteSource& file, SeekTable frames, uint64_t tables_end, uint64_t pixels_at);

  /// Returns the `size` bytes from `offset` on, which live as long as the image. They must lie
  /// inside one block. A damaged frame is an error on every call.
  Result<Bytes> bytes(uint64_t offset, uint64_t size) const {
    if (const uint8_t* found = find(offset, size)) return Bytes(found, size);
    return inflate(offset, size);
  }

  /// Returns the address of the byte at `offset`, which must have been inflated.
  const uint8_t* inflated(uint64_t offset) const {
    const Block& block = blocks_[block_of(offset)];
    return block.memory.get() + (offset - block.begin);
  }

  /// Returns the memory for header, directory and tables, without inflating anything into it. Fails
  /// if there is not enough memory.
  Result<const uint8_t*> tables() const;
  uint64_t tables_end() const { return blocks_[0].end; }
  /// Returns the offset in the image of an address in tables(); nullopt for any other address.
  std::optional<uint64_t> offset_of(const void* place) const {
    const uint64_t offset =
        reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(blocks_[0].memory.get());
    return offset <= tables_end() ? std::optional(offset) : std::nullopt;
  }

  uint64_t inflated_bytes() const { return inflated_bytes_.load(std::memory_order_relaxed); }
  const SeekTable& seek_table() const { return frames_; }

 private:
  /// Like bytes(), but returns null if `size` is 0 or any of the bytes is not inflated yet.
  const uint8_t* find(uint64_t offset, uint64_t size) const {
    if (size == 0) return nullptr;
    const uint64_t* const starts = frames_.image_offset.data();
    size_t frame = frame_near_[offset >> page_shift_];
    while (starts[frame + 1] <= offset) ++frame;
    for (;; ++frame) {
      if (!ready_[frame].load(std::memory_order_acquire)) return nullptr;
      if (starts[frame + 1] >= offset + size) break;
    }
    return inflated(offset);
  }

  struct Block {
    uint64_t begin = 0;
    uint64_t end = 0;
    std::unique_ptr<uint8_t[]> memory;
  };

  size_t block_of(uint64_t offset) const {
    return (offset < blocks_[1].begin ? 0u : 1u) + (offset < blocks_[2].begin ? 0u : 1u);
  }
  Result<Bytes> inflate(uint64_t offset, uint64_t size) const;
  Status inflate_frame_once(size_t frame) const;
  Status inflate_in_place(size_t frame, ZstdInflater& inflater) const;
  ZstdInflater take_inflater() const;
  /// Returns the address of the image's byte `offset`, which lies in `block`.
  Result<uint8_t*> place(Block& block, uint64_t offset) const;

  const ByteSource& file_;
  SeekTable frames_;
  /// For each page of 2^page_shift_ bytes of the image, the frame in which the page starts.
  std::vector<uint32_t> frame_near_;
  unsigned page_shift_;
  std::unique_ptr<std::atomic<bool>[]> ready_;  ///< by frame; set once its bytes are written
  mutable std::array<Block, 3> blocks_;
  mutable std::vector<ZstdInflater> idle_;
  mutable Mutex allocating_;                 ///< locked to allocate a block's memory or use idle_
  mutable std::array<Mutex, 16> inflating_;  ///< frame i uses number i modulo 16
  mutable std::atomic<uint64_t> inflated_bytes_ = 0;
};

}  // namespace wardrobe
