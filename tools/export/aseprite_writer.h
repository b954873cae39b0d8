#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/frame_plan.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The layer of a cel, and its z-index: how many layers higher (or lower) it is drawn.
struct LayerPlace {
  uint16_t layer = 0;
  int16_t z = 0;
};

/// Returns the places of a frame's cels. `cels` are in draw order.
std::vector<LayerPlace> place_cels(std::span<const Cel> cels, std::span<const Layer> layers);

struct AsepriteExport {
  std::vector<uint8_t> file;
  uint32_t colors = 0;  ///< number of colours in its palette: the first ones of the costume's look
};

/// Writes a costume as an .aseprite file: one layer per limb, one tag per timeline, and user data
/// with the costume and slot of each layer and cel (tools/export/README.md). Fails if a field of
/// the file is too small.
Result<AsepriteExport> write_aseprite(const FramePlan& plan, const TablesView& tables,
                                      const Look& look, const ReadPixels& pixels_of,
                                      unsigned tick_ms);

}  // namespace wardrobe
