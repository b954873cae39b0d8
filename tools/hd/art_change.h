#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tools/apply/nearest_colors.h"

namespace wardrobe {

/// How a picture has changed. Counts are of the game's pixels. A pixel of the game is drawn, half
/// drawn (a shadow) or not drawn; a remade one counts as drawn above an alpha of 191, and as not
/// drawn below 64.
struct ArtChange {
  size_t outside = 0;         ///< pixels that are not drawn, around the figure
  size_t outside_filled = 0;  ///< those of them that are drawn now
  size_t holes = 0;           ///< areas that are not drawn, inside the figure
  size_t holes_filled = 0;    ///< those of which all is drawn now
  size_t drawn = 0;           ///< pixels that are drawn, or half drawn
  size_t changed = 0;         ///< pixels that were and are of different kinds, except in holes
  int64_t right = 0;          ///< how far the silhouette moved, in pixels of the remade picture
  int64_t down = 0;
  /// How much more red, green, blue and, inside its outline, alpha it has on average, of 255. The
  /// colours are 0 if fewer than 64 pixels are drawn.
  std::array<double, 4> color{};
};

/// Compares the game's picture with a remade one that is `scale` times as large.
ArtChange compare_art(const RgbaImage& before, const RgbaImage& after, uint32_t scale);

}  // namespace wardrobe
