#include "kernels/majmin_encode.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "kernels/bit_writer.h"

namespace wardrobe {
namespace {

constexpr size_t kLongestRepeat = 255;
constexpr size_t kRepeatBits = 13;

/// Writes `length` more pixels of the current colour.
void put_same(BitWriter& bits, size_t length) {
  while (length > kRepeatBits) {
    const size_t repeat = std::min(length, kLongestRepeat);
    bits.put(static_cast<unsigned>(repeat) << 5 | 0b10011, kRepeatBits);
    length -= repeat;
  }
  bits.put(0, static_cast<unsigned>(length));
}

void put_color(BitWriter& bits, unsigned color, unsigned last, unsigned bits_per_pixel) {
  const unsigned change = (color - last + 4) & 0xFF;
  if (change < 8) {
    bits.put(change << 2 | 0b11, 5);
  } else {
    bits.put(color << 2 | 0b01, 2 + bits_per_pixel);
  }
}

}  // namespace

size_t encode_majmin(std::span<const uint8_t> pixels, size_t width, size_t height,
                     std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_majmin_bound(pixels.size()));
  if (width * height == 0) return 0;
  const unsigned highest = *std::ranges::max_element(pixels);
  const auto bits_per_pixel = static_cast<unsigned>(std::bit_width(highest | 1u));
  out[0] = static_cast<uint8_t>(bits_per_pixel);
  out[1] = pixels[0];
  BitWriter bits(out.data() + 2);
  size_t same = 0;
  for (size_t i = 1; i < pixels.size(); ++i) {
    if (pixels[i] == pixels[i - 1]) {
      ++same;
      continue;
    }
    put_same(bits, same);
    same = 0;
    put_color(bits, pixels[i], pixels[i - 1], bits_per_pixel);
  }
  put_same(bits, same);
  return static_cast<size_t>(bits.finish() - out.data());
}

}  // namespace wardrobe
