#include "bench/plain_decoders.h"

#include <algorithm>
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

/// Bits from bytes, the lowest one first.
class BitBuffer {
 public:
  explicit BitBuffer(std::span<const uint8_t> in) : from_(in.data()), end_(from_ + in.size()) {}

  unsigned take(unsigned count) {
    while (have_ < count) {
      bits_ |= uint32_t{from_ == end_ ? uint8_t{0} : *from_++} << have_;
      have_ += 8;
    }
    const unsigned value = bits_ & ((1u << count) - 1);
    bits_ >>= count;
    have_ -= count;
    return value;
  }

 private:
  const uint8_t* from_;
  const uint8_t* end_;
  uint32_t bits_ = 0;
  unsigned have_ = 0;
};

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

void decode_bomp_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out) {
  const uint8_t* next_row = in.data();
  for (size_t y = 0; y < height; ++y) {
    const uint8_t* from = next_row + 2;
    next_row = from + (next_row[0] | next_row[1] << 8);
    for (size_t left = width; left != 0;) {
      const unsigned code = *from++;
      const size_t length = std::min<size_t>((code >> 1) + 1, left);
      if ((code & 1) != 0) {
        const uint8_t color = *from++;
        for (size_t i = 0; i < length; ++i) out[i] = color;
      } else {
        for (size_t i = 0; i < length; ++i) out[i] = from[i];
        from += length;
      }
      out += length;
      left -= length;
    }
  }
}

void decode_trle_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out) {
  const uint8_t* from = in.data();
  for (size_t y = 0; y < height; ++y) {
    const uint8_t* const next_row = from + 2 + (from[0] | from[1] << 8);
    from += 2;
    size_t left = width;
    while (left != 0 && from != next_row) {
      const unsigned code = *from++;
      size_t length;
      if ((code & 1) != 0) {
        length = std::min<size_t>(code >> 1, left);
        for (size_t i = 0; i < length; ++i) out[i] = 255;
      } else if ((code & 2) != 0) {
        length = std::min<size_t>((code >> 2) + 1, left);
        const uint8_t color = *from++;
        for (size_t i = 0; i < length; ++i) out[i] = color;
      } else {
        length = std::min<size_t>((code >> 2) + 1, left);
        for (size_t i = 0; i < length; ++i) out[i] = from[i];
        from += length;
      }
      out += length;
      left -= length;
    }
    for (; left != 0; --left) *out++ = 255;
    from = next_row;
  }
}

void decode_majmin_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out) {
  const unsigned color_bits = in[0];
  unsigned color = in[1];
  BitBuffer bits(in.subspan(2));
  uint8_t* const end = out + width * height;
  *out++ = static_cast<uint8_t>(color);
  while (out < end) {
    if (bits.take(1) != 0) {
      if (bits.take(1) == 0) {
        color = bits.take(color_bits);
      } else {
        const unsigned change = bits.take(3);
        if (change == 4) {
          const size_t length = std::min<size_t>(bits.take(8), static_cast<size_t>(end - out));
          for (size_t i = 0; i < length; ++i) *out++ = static_cast<uint8_t>(color);
          continue;
        }
        color += change - 4;
      }
    }
    *out++ = static_cast<uint8_t>(color);
  }
}

}  // namespace wardrobe
