#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rle.h"

namespace wardrobe {

/// How pictures were decoded before there were kernels: one pixel a store, and the compiler is kept
/// from making a memset of a run. They trust their input. For columns `height` is the whole
/// picture's number of pixels and `width` is 1.
void decode_naive(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                  uint8_t* out);

/// As an engine draws: each pixel through the costume's palette, those of colour 0 left out.
void decode_like_engine(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                        uint8_t* out);

/// The codecs 5 and 32 of AKOS as one writes them down: row by row, code by code, a loop a code.
/// They keep within a row, and else trust their input; the compiler may do to the loops what it
/// likes.
void decode_bomp_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);
void decode_majmin_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);
void decode_trle_naive(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out);

}  // namespace wardrobe
