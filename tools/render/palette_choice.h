#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The colours of a costume in a palette of a room, and the pixel value of the background.
struct Look {
  ImagePalette palette;
  uint8_t background = 0;
  uint32_t colors = 0;  ///< number of values of the costume's pixels
};

/// The value of transparent pixels.
uint8_t transparent_value(const Tables& tables, uint32_t costume);

/// Pixel value → colour in a room's palette (SCUMM.md §6 "Colours"), for each value that the
/// costume's pixels can have.
std::vector<uint8_t> room_colors(const Tables& tables, uint32_t costume);

/// The look of a costume. `room_palette` is a row of Palettes. Without it, the first of these that
/// exists: the costume's true colours; the first palette of its room, else of any room, in which
/// not all of the costume's colours are black; greys. `background` is a colour of that palette to
/// show behind the costume; without it, the background is transparent.
Look make_look(const Tables& tables, uint32_t costume, std::optional<uint32_t> room_palette = {},
               std::optional<uint8_t> background = {});

}  // namespace wardrobe
