#pragma once

#include <cstdint>
#include <optional>

#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// How a costume looks in a palette of a room, and the pixel value for what is behind it.
struct Look {
  ImagePalette palette;
  uint8_t background = 0;
};

/// The look of a costume. `room_palette` is a row of Palettes; without one, the costume's true
/// colours where it has them, else the first palette of its room, else of any room, in which not
/// all of its colours are black, else greys. `background` is a colour of that palette to show
/// behind the costume; without one, nothing is behind it.
Look make_look(const Tables& tables, uint32_t costume, std::optional<uint32_t> room_palette = {},
               std::optional<uint8_t> background = {});

}  // namespace wardrobe
