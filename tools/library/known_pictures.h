#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "kernels/blit.h"

namespace wardrobe {

/// The pictures that were read and found right, so that drawing one again takes one look. For any
/// number of threads at once.
class KnownPictures {
 public:
  /// Memory comes zeroed from the system, which provides it only where it is written. Without
  /// enough of it, no picture is ever known.
  explicit KnownPictures(uint64_t rows)
      : slots_(static_cast<Slot*>(rows <= SIZE_MAX ? std::calloc(rows, sizeof(Slot)) : nullptr)),
        rows_(slots_ == nullptr ? 0 : rows) {}

  std::optional<BlitPicture> find(uint32_t row) const {
    if (row >= rows_) return std::nullopt;
    const uint8_t* const pixels = slots_.get()[row].pixels.load(std::memory_order_acquire);
    if (pixels == nullptr) return std::nullopt;
    const uint64_t shape = slots_.get()[row].shape.load(std::memory_order_relaxed);
    const size_t width = shape & 0xFFFF;
    const size_t height = shape >> 16 & 0xFFFF;
    return BlitPicture{
        {pixels, width * height}, width, height, width, static_cast<uint8_t>(shape >> 32)};
  }

  /// `picture` lives as long as this and is at most 65535 pixels each way.
  void add(uint32_t row, const BlitPicture& picture) const {
    if (row >= rows_) return;
    slots_.get()[row].shape.store(uint64_t{picture.width} | uint64_t{picture.height} << 16 |
                                      uint64_t{picture.transparent} << 32,
                                  std::memory_order_relaxed);
    slots_.get()[row].pixels.store(picture.pixels.data(), std::memory_order_release);
  }

 private:
  /// All zero: not known.
  struct Slot {
    std::atomic<const uint8_t*> pixels;
    std::atomic<uint64_t> shape;  ///< width, height << 16, transparent << 32
  };
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };

  std::unique_ptr<Slot, Free> slots_;
  uint64_t rows_;
};

}  // namespace wardrobe
