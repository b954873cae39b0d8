#pragma once

#include <cstdint>

namespace wardrobe {

/// Writes bits, the lowest of each byte first.
class BitWriter {
 public:
  explicit BitWriter(uint8_t* out) : to_(out) {}

  /// Writes the low `count` bits of `value`, at most 13, lowest first.
  void put(unsigned value, unsigned count) {
    bits_ |= value << have_;
    for (have_ += count; have_ >= 8; have_ -= 8) {
      *to_++ = static_cast<uint8_t>(bits_);
      bits_ >>= 8;
    }
  }

  /// Writes what remains and returns the end of the output.
  uint8_t* finish() {
    if (have_ != 0) *to_++ = static_cast<uint8_t>(bits_);
    return to_;
  }

 private:
  uint8_t* to_;
  unsigned bits_ = 0;
  unsigned have_ = 0;
};

}  // namespace wardrobe
