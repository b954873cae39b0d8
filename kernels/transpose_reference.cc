#include "kernels/transpose.h"

namespace wardrobe {

void transpose_reference(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) out[y * width + x] = in[x * height + y];
  }
}

}  // namespace wardrobe
