#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/export/frame_plan.h"

namespace wardrobe {

/// A layer holds the cels of a limb. Where frames draw a limb several times, its first cel is on
/// "limb 3", its second on "limb 3 (2)".
struct Layer {
  std::string name;
  uint8_t limb = 0;
};

/// From the bottom up: limbs in rising order.
std::vector<Layer> layers_of(const FramePlan& plan);

/// A layer, and how many layers higher (or lower) its cel is drawn.
struct LayerPlace {
  uint16_t layer = 0;
  int16_t z = 0;
};

/// The places of a frame's cels, which stand in draw order.
std::vector<LayerPlace> place_cels(std::span<const Cel> cels, std::span<const Layer> layers);

}  // namespace wardrobe
