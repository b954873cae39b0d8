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

/// The look of a costume in `room_palette`, a row of Palettes, or else in its default palette; if
/// that is none, it has its true colours, or else greys. `background` is a colour of that palette
/// to show behind the costume; without it, the background is transparent.
Look make_look(const TablesView& tables, uint32_t costume,
               std::optional<uint32_t> room_palette = {}, std::optional<uint8_t> background = {});

}  // namespace wardrobe
