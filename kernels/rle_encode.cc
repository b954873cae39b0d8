#include "kernels/rle_encode.h"

#include <cassert>

namespace wardrobe {
namespace {

constexpr size_t kLongestRun = 255;

/// Writes one run and returns the end of it.
uint8_t* put_run(uint8_t* to, unsigned color, size_t length, unsigned length_bits) {
  const unsigned high = color << length_bits;
  if (length < (size_t{1} << length_bits)) {
    *to++ = static_cast<uint8_t>(high | length);
  } else {
    *to++ = static_cast<uint8_t>(high);
    *to++ = static_cast<uint8_t>(length);
  }
  return to;
}

}  // namespace

size_t encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_rle_bound(pixels.size()));
  const unsigned length_bits = static_cast<unsigned>(split);
  uint8_t* to = out.data();
  unsigned color = 0;
  size_t length = 0;
  for (size_t x = 0; x < width; ++x) {
    for (size_t y = 0; y < height; ++y) {
      const unsigned next = pixels[y * width + x];
      if (length != 0 && (next != color || length == kLongestRun)) {
        to = put_run(to, color, length, length_bits);
        length = 0;
      }
      color = next;
      ++length;
    }
  }
  if (length != 0) to = put_run(to, color, length, length_bits);
  return static_cast<size_t>(to - out.data());
}

}  // namespace wardrobe
