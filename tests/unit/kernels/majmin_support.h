#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/encode.h"
#include "tests/unit/kernels/strips_support.h"

namespace wardrobe::test_support {

/// Builds a stream command by command.
class MajminStream {
 public:
  MajminStream(unsigned bits_per_pixel, unsigned color)
      : bits_per_pixel_(bits_per_pixel), color_(color) {}

  MajminStream& keep(size_t count = 1) { return bits_.same(count), *this; }
  MajminStream& color(unsigned value) { return bits_.color(value, bits_per_pixel_), *this; }
  /// Changes the colour by `by`: -4 to 3, but not 0.
  MajminStream& change(int by) { return bits_.change(by), *this; }
  MajminStream& repeat(unsigned count) { return bits_.run(count), *this; }

  Bytes bytes() const {
    Bytes bytes{static_cast<uint8_t>(bits_per_pixel_), static_cast<uint8_t>(color_)};
    bytes.insert(bytes.end(), bits_.bytes().begin(), bits_.bytes().end());
    return bytes;
  }

 private:
  unsigned bits_per_pixel_;
  unsigned color_;
  StripBits bits_;
};

inline Bytes encode_majmin(const Bytes& pixels, size_t width, size_t height) {
  Bytes out(encode_majmin_bound(width * height));
  out.resize(wardrobe::encode_majmin(pixels, width, height, out));
  return out;
}

}  // namespace wardrobe::test_support
