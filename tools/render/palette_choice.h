#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The colours of a costume in a palette of a room, and a pixel value for the background.
struct Look {
  ImagePalette palette;
  uint8_t background = 0;
  uint32_t colors = 0;  ///< number of values that the costume's pixels can have
};

/// The value of transparent pixels.
uint8_t transparent_value(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its colour in a room's palette (SCUMM.md §6
/// "Colours").
std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume);

/// The look of a costume. `room_palette` is a row of Palettes. Without it, the look has the first
/// of these that exists: the costume's true colours; a palette in which not all of the costume's
/// colours are black, the first of its room or else the first of any room; greys. `background` is a
/// colour of the palette to show behind the costume; without it, the background is transparent.
Look make_look(const TablesView& tables, uint32_t costume,
               std::optional<uint32_t> room_palette = {}, std::optional<uint8_t> background = {});

}  // namespace wardrobe
