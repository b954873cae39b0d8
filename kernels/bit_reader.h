#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

/// Reads bits one by one, the lowest of each byte first. Past the end of the input all bits are 0.
class BitReader {
 public:
  explicit BitReader(std::span<const uint8_t> in) : in_(in) {}

  unsigned read(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i, ++at_) {
      if (at_ / 8 < in_.size()) value |= (in_[at_ / 8] >> at_ % 8 & 1u) << i;
    }
    return value;
  }

  bool past_end() const { return bytes() > in_.size(); }
  /// Bytes consumed, rounded up.
  size_t bytes() const { return (at_ + 7) / 8; }

 private:
  std::span<const uint8_t> in_;
  size_t at_ = 0;  ///< in bits
};

}  // namespace wardrobe
