#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// What the pixel values of a costume mean: SCUMM.md §6 "Colours".

/// The value of transparent pixels.
uint8_t transparent_value(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its colour in a room's palette.
std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume);

/// For each of these values, its true colour as red, green and blue; empty if the costume has no
/// true colours.
std::vector<uint8_t> true_rgb(const TablesView& tables, uint32_t costume);

}  // namespace wardrobe
