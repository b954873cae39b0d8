#include "tools/export/aseprite_layers.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace wardrobe {
namespace {

constexpr size_t kLimbNumbers = 256;

}  // namespace

std::vector<Layer> layers_of(const FramePlan& plan) {
  std::array<uint32_t, kLimbNumbers> most{};  // cels of each limb in one frame
  for (size_t frame = 0; frame < plan.look.size(); ++frame) {
    std::array<uint32_t, kLimbNumbers> count{};
    for (const Cel& cel : plan.frames.cels_at(frame)) {
      most[cel.limb] = std::max(most[cel.limb], ++count[cel.limb]);
    }
  }
  std::vector<Layer> layers;
  for (size_t limb = 0; limb < kLimbNumbers; ++limb) {
    for (uint32_t copy = 1; copy <= most[limb]; ++copy) {
      layers.push_back(
          {copy == 1 ? fmt::format("limb {}", limb) : fmt::format("limb {} ({})", limb, copy),
           static_cast<uint8_t>(limb)});
    }
  }
  return layers;
}

std::vector<LayerPlace> place_cels(std::span<const Cel> cels, std::span<const Layer> layers) {
  std::array<uint32_t, kLimbNumbers> count{};
  std::vector<LayerPlace> places;
  bool rising = true;
  for (const Cel& cel : cels) {
    const auto first = std::ranges::find(layers, cel.limb, &Layer::limb) - layers.begin();
    const auto layer = static_cast<uint16_t>(first + count[cel.limb]++);
    rising = rising && (places.empty() || places.back().layer < layer);
    places.push_back({layer, 0});
  }
  // Cels are drawn in order of layer + z.
  for (size_t i = 0; !rising && i < places.size(); ++i) {
    places[i].z = static_cast<int16_t>(static_cast<int>(i) - places[i].layer);
  }
  return places;
}

}  // namespace wardrobe
