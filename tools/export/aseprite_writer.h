#pragma once

#include <cstdint>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/frame_plan.h"
#include "tools/export/picture_pixels.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {

/// A costume as an .aseprite file: a layer a limb, a tag a timeline, and in the user data of layers
/// and cels which costume and slot each picture is from (tools/export/EXPORTS.md).
/// `pixels_of` knows all pictures of the plan. An error where a field of the file is too small.
Result<std::vector<uint8_t>> write_aseprite(const FramePlan& plan, const Tables& tables,
                                            const Look& look, const PicturePixels& pixels_of,
                                            unsigned tick_ms);

}  // namespace wardrobe
