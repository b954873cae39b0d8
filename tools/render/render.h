#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/player/trace.h"
#include "formats/tables.h"
#include "kernels/blit.h"

namespace wardrobe {

/// A rectangle around an actor's anchor, in pixels.
struct Box {
  int64_t left = 0;
  int64_t top = 0;
  int64_t width = 1;
  int64_t height = 1;

  friend bool operator==(const Box&, const Box&) = default;
};

/// An image of indices, row-major.
struct IndexImage {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> pixels;
};

/// What the indices of an image look like.
struct ImagePalette {
  static constexpr size_t kColors = 256;
  std::array<uint8_t, 3 * kColors> rgb{};
  std::optional<uint8_t> transparent;
};

/// The pixels of a row of Pictures, row-major.
using PixelsOf = std::function<Bytes(uint32_t picture)>;

/// The smallest box that holds all cels of all ticks, so that the anchor is at the same place of
/// every frame drawn in it; at least one pixel.
Box box_of(const Trace& trace, const Pictures& pictures);

/// Draws the cels of one tick in their order on a canvas that shows `box` and changes nothing
/// else; what is outside is cut off. Cels lie less than 2^31 pixels from the box's corner.
void draw_cels(std::span<const Cel> cels, const Pictures& pictures, const PixelsOf& pixels_of,
               const Box& box, const Canvas<uint8_t>& canvas);

/// Every pixel as a square of `scale` × `scale`.
IndexImage magnified(const IndexImage& image, uint32_t scale);

}  // namespace wardrobe
