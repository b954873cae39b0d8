#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace wardrobe {

inline constexpr size_t kHugePage = 2 << 20;

/// Bytes that are about to be written, and not initialised before. A buffer of kHugePage bytes or
/// more is in huge pages, if the system has them (Linux): the first touch of many small pages can
/// take longer than decoding into them.
class HugeBuffer {
 public:
  HugeBuffer() = default;
  /// Throws std::bad_alloc if there is not enough memory.
  explicit HugeBuffer(size_t size);

  size_t size() const { return memory_ == nullptr ? 0 : memory_.get_deleter().size; }
  uint8_t* begin() const { return memory_.get(); }
  uint8_t* end() const { return begin() + size(); }

 private:
  struct Free {
    size_t size;  ///< of the buffer
    void operator()(uint8_t* memory) const;
  };

  std::unique_ptr<uint8_t[], Free> memory_;
};

}  // namespace wardrobe
