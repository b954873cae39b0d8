#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/encode.h"
#include "tests/kernels/support.h"

namespace wardrobe::test_support {

/// Builds a stream command by command.
class MajminStream {
 public:
  MajminStream(unsigned bits_per_pixel, unsigned color)
      : bytes_{static_cast<uint8_t>(bits_per_pixel), static_cast<uint8_t>(color)} {}

  MajminStream& keep(size_t count = 1) {
    for (; count != 0; --count) put(0, 1);
    return *this;
  }
  MajminStream& color(unsigned value) {
    put(1, 1);
    put(0, 1);
    put(value, bytes_[0]);
    return *this;
  }
  /// `by` is -4 to 3, but not 0.
  MajminStream& change(int by) {
    put(1, 1);
    put(1, 1);
    put(static_cast<unsigned>(by + 4), 3);
    return *this;
  }
  MajminStream& repeat(unsigned count) {
    change(0);
    put(count, 8);
    return *this;
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  void put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++at_) {
      if (at_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<uint8_t>(bytes_.back() | (value >> i & 1) << at_ % 8);
    }
  }

  Bytes bytes_;
  size_t at_ = 0;
};

inline Bytes encode_majmin(const Bytes& pixels, size_t width, size_t height) {
  Bytes out(encode_majmin_bound(width * height));
  out.resize(wardrobe::encode_majmin(pixels, width, height, out));
  return out;
}

}  // namespace wardrobe::test_support
