#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode.h"

// The decoders that the kernels are measured against. `naive` is the obvious code: a loop per code
// and a store per pixel. All of them trust their input.

namespace wardrobe {

/// RLE, as pictures were decoded before there were kernels: the compiler is kept from turning runs
/// into memset. To decode to columns, pass the number of pixels as `height` and 1 as `width`.
void decode_naive(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                  uint8_t* out);

/// RLE, as an engine draws it: each pixel is looked up in the costume's palette, and colour 0 is
/// skipped.
void decode_like_engine(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                        uint8_t* out);

/// Codecs 5, 16 and 32 of AKOS. Rows are not overrun, and the compiler may turn runs into memset.
void decode_bomp_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);
void decode_majmin_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);
void decode_trle_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);

}  // namespace wardrobe
