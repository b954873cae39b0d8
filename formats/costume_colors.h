#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// What the pixel values of a costume mean: SCUMM.md §6 "Colours".

/// The value of transparent pixels.
uint8_t transparent_value(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its colour in the palettes of a row of Rooms;
/// kNone: of any room that does not map the colours of actors.
std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume, uint32_t room);

/// The pixel values that are shadows, rising.
Bytes shadows_of(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its true colour as red, green and blue; empty
/// if the costume has no true colours.
Bytes true_rgb(const TablesView& tables, uint32_t costume);

}  // namespace wardrobe
