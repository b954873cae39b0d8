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
  Shading shading;  ///< of images of the costume's pixel values
  uint8_t background = 0;
  uint32_t colors = 0;  ///< number of values that the costume's pixels can have
};

/// The shading of a costume in images of a room's colours. `palette` is a row of Palettes.
Shading room_shading(const TablesView& tables, uint32_t costume, uint32_t palette);

/// The look of a costume in `room_palette`, a row of Palettes, or else in its default palette; if
/// that is none, it has its true colours, or else greys. `background` is a colour of that palette
/// to show behind the costume; without it, the background is transparent.
/// Darkening shadows are black, and ImagePalette::shadow, or the background at half strength.
Look make_look(const TablesView& tables, uint32_t costume,
               std::optional<uint32_t> room_palette = {}, std::optional<uint8_t> background = {},
               Shadows shadows = Shadows::darken);

/// The palette of a picture of a costume, a row of Pictures: `palette` with the picture's own
/// transparent value, and shadows as black at half strength.
ImagePalette picture_palette(const TablesView& tables, uint32_t costume, uint32_t picture,
                             ImagePalette palette);

}  // namespace wardrobe
