#include "kernels/majmin_reference.h"

#include "kernels/bit_reader.h"

namespace wardrobe {

DecodeResult decode_majmin_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          std::span<uint8_t> out) {
  const size_t pixels = width * height;
  if (pixels == 0) return {DecodeEnd::complete, 0};
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const unsigned bits_per_pixel = in[0];
  if (bits_per_pixel == 0 || bits_per_pixel > 8) return {DecodeEnd::damaged, 0};
  if (in.size() < 2) return {DecodeEnd::truncated, 0};
  unsigned color = in[1];
  BitReader bits(in.subspan(2));
  size_t done = 0;
  out[done++] = static_cast<uint8_t>(color);
  while (done < pixels) {
    size_t length = 1;
    if (bits.read(1) == 1) {
      if (bits.read(1) == 0) {
        color = bits.read(bits_per_pixel);
      } else if (const unsigned change = bits.read(3); change != 4) {
        color += change - 4;
      } else {
        length = bits.read(8);
        if (!bits.past_end() && length < 2) return {DecodeEnd::damaged, 0};
      }
    }
    if (bits.past_end()) return {DecodeEnd::truncated, 0};
    if (length > pixels - done) return {DecodeEnd::overrun, 0};
    for (; length != 0; --length) out[done++] = static_cast<uint8_t>(color);
  }
  return {DecodeEnd::complete, 2 + bits.bytes()};
}

}  // namespace wardrobe
