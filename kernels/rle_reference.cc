#include "kernels/rle_reference.h"

namespace wardrobe {
namespace {

/// Decodes `pixels` pixels and passes the colour of each to `put`, in stored order.
template <class Put>
DecodeResult decode(std::span<const uint8_t> in, RleSplit split, size_t pixels, Put put) {
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  size_t at = 0;
  size_t done = 0;
  while (done < pixels) {
    if (at == in.size()) return {DecodeEnd::truncated, at};
    const unsigned byte = in[at++];
    size_t length = byte & length_mask;
    if (length == 0) {
      if (at == in.size()) return {DecodeEnd::truncated, at};
      length = in[at++];
      if (length == 0) length = 256;
    }
    if (length > pixels - done) return {DecodeEnd::overrun, at};
    done += length;
    for (; length != 0; --length) put(static_cast<uint8_t>(byte >> length_bits));
  }
  return {DecodeEnd::complete, at};
}

}  // namespace

DecodeResult decode_rle_columns_reference(std::span<const uint8_t> in, RleSplit split,
                                          size_t pixels, std::span<uint8_t> out) {
  size_t pixel = 0;
  return decode(in, split, pixels, [&](uint8_t color) { out[pixel++] = color; });
}

DecodeResult decode_rle_rows_reference(std::span<const uint8_t> in, RleSplit split, size_t width,
                                       size_t height, std::span<uint8_t> out) {
  size_t x = 0;
  size_t y = 0;
  return decode(in, split, width * height, [&](uint8_t color) {
    out[y * width + x] = color;
    if (++y == height) {
      y = 0;
      ++x;
    }
  });
}

}  // namespace wardrobe
