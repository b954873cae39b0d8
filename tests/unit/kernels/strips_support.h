#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/unit/kernels/support.h"

namespace wardrobe::test_support {

/// Builds the bits of a strip, command by command.
class StripBits {
 public:
  StripBits& same(size_t count) {
    for (; count != 0; --count) put(0, 1);
    return *this;
  }
  StripBits& color(unsigned value, unsigned bits) {
    put(0b01, 2);
    put(value, bits);
    return *this;
  }
  /// Basic coding: the step is added to the colour.
  StripBits& step() { return put(0b011, 3); }
  /// Basic coding: the step changes its sign, then is added to the colour.
  StripBits& turn() { return put(0b111, 3); }
  /// Run coding: the colour changes by `by`, -4 to 3, but not 0.
  StripBits& change(int by) { return delta(static_cast<unsigned>(by + 4)); }
  StripBits& run(unsigned length) {
    change(0);
    return put(length, 8);
  }
  /// HE coding: the colour changes by -4 to -1 or 1 to 4, for `index` 0 to 7. The bits are those of
  /// change(index - 4).
  StripBits& delta(unsigned index) {
    put(0b11, 2);
    return put(index, 3);
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  StripBits& put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++at_) {
      if (at_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<uint8_t>(bytes_.back() | (value >> i & 1) << at_ % 8);
    }
    return *this;
  }

  Bytes bytes_;
  size_t at_ = 0;
};

}  // namespace wardrobe::test_support
