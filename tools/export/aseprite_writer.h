#pragma once

#include <cstdint>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/frame_plan.h"
#include "tools/export/picture_pixels.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {

/// The palette of a costume's .aseprite file: the first colours of its look.
struct AsepritePalette {
  uint8_t transparent = 0;
  uint32_t colors = 0;
};

/// Its transparent value is the one that all pictures have; where they differ, one that none draws.
/// It covers all pixels.
AsepritePalette choose_palette(const FramePlan& plan, const Tables& tables, const Look& look,
                               const PicturePixels& pixels_of);

/// A costume as an .aseprite file: a layer a limb, a tag a timeline, and in the user data of layers
/// and cels which costume and slot each picture is from (tools/export/EXPORTS.md).
/// `pixels_of` knows all pictures of the plan. An error where a field of the file is too small.
Result<std::vector<uint8_t>> write_aseprite(const FramePlan& plan, const Tables& tables,
                                            const Look& look, const PicturePixels& pixels_of,
                                            unsigned tick_ms);

}  // namespace wardrobe
