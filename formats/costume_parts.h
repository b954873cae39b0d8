#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/result.h"
#include "formats/tables.h"

// Shared by the readers of COST and AKOS.

namespace wardrobe {

/// Reasons why a stored picture shows nothing. The readers of costumes set those up to `zero_size`,
/// decoding the others.
enum class PictureFault : uint8_t {
  none,
  outside,    ///< its header or its data lies outside the block
  redirect,   ///< it redirects to a picture that does not exist
  coding,     ///< an auxiliary picture of a coding that is not read
  zero_size,  ///< it has no pixels, which is no damage
  too_large,  ///< more than kMaxSide or kMaxPicturePixels
  too_many,   ///< the costume's pictures exceed kCostumePixels
  truncated,
  overrun,
  damaged,
  colors,  ///< an auxiliary picture with more colours than pixels can have values
};

/// The pictures of a costume as its block stores them, none of them decoded yet.
struct CostumePictures {
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<int16_t> x;
  Column<int16_t> y;
  Column<int16_t> xinc;
  Column<int16_t> yinc;
  Column<uint32_t> header;  ///< position of its header in the payload, or the payload's end
  Column<uint32_t> data;    ///< position of its pixels in the payload
  Column<PictureFault> fault;

  size_t size() const { return width.size(); }
  void clear() { clear_all(width, height, x, y, xinc, yinc, header, data, fault); }
};

/// Damage to a part of a costume that leaves the rest usable.
struct CostumeProblem {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< slot of the limb's table; of an AKOS, the cel
  Error error;                ///< offset from the start of the payload
};

}  // namespace wardrobe
