#include "bench/plain_decoders.h"

#include <array>

#include <benchmark/benchmark.h>

namespace wardrobe {
namespace {

template <class Store>
void decode(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height, Store store) {
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  size_t at = 0;
  size_t x = 0;
  size_t y = 0;
  while (x < width) {
    const unsigned byte = in[at++];
    unsigned length = byte & length_mask;
    if (length == 0) length = in[at++];
    if (length == 0) length = 256;
    for (; length != 0; --length) {
      store(y * width + x, static_cast<uint8_t>(byte >> length_bits));
      benchmark::ClobberMemory();
      if (++y == height) {
        y = 0;
        ++x;
      }
    }
  }
}

constexpr std::array<uint8_t, 64> kPalette = [] {
  std::array<uint8_t, 64> palette{};
  for (size_t i = 0; i < palette.size(); ++i) palette[i] = static_cast<uint8_t>(255 - i);
  return palette;
}();

}  // namespace

void decode_naive(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                  uint8_t* out) {
  decode(in, split, width, height, [out](size_t at, uint8_t color) { out[at] = color; });
}

void decode_like_engine(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                        uint8_t* out) {
  decode(in, split, width, height, [out](size_t at, uint8_t color) {
    if (color != 0) out[at] = kPalette[color];
  });
}

}  // namespace wardrobe
