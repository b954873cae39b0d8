#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/costume_parts.h"
#include "formats/tables.h"
#include "pipeline/parse.h"

namespace wardrobe {

/// Most pixels of several pictures in a piece (pixel_sink.h) of pictures; a larger picture is a
/// piece of its own.
inline constexpr size_t kPixelPiece = 512 * 1024;

inline uint64_t pixels_of(const StoredPictures& from, uint32_t row) {
  return uint64_t{from.width[row]} * from.height[row];
}

/// What becomes of every stored picture, as far as can be told without decoding it.
struct DecodePlan {
  std::vector<uint32_t> same;       ///< the first picture with the same data and size, or none
  std::vector<PictureFault> fault;  ///< of pictures that are the first; decoding may find more
  std::vector<uint32_t> order;      ///< pictures to decode, in order of first use
  std::vector<uint32_t> costume;    ///< of these
  std::vector<size_t> batch;        ///< batch i has rows batch[i] up to batch[i + 1] of `order`,
                                    ///< of kPixelPiece pixels in total, or one larger picture
};

DecodePlan plan_decoding(const StoredPictures& stored, const Tables& tables);

}  // namespace wardrobe
