#pragma once

#include <cstdint>

#include "formats/column.h"
#include "formats/result.h"
#include "tools/export/frame_images.h"
#include "tools/export/frame_plan.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The width and height that all devices can show.
inline constexpr uint32_t kUsualSheetSide = 4096;

/// All images of a costume in one picture, with a pixel of nothing between them and around them.
struct Sheet {
  IndexImage picture;
  bool packed = false;  ///< images are cuts, not whole boxes

  // Images, as rows of FrameImages:
  Column<uint32_t> x;  ///< in the picture
  Column<uint32_t> y;
  Column<uint32_t> width;
  Column<uint32_t> height;
  Column<uint32_t> left;  ///< in the plan's box
  Column<uint32_t> top;

  Column<uint32_t> image;  ///< of each frame
};

/// Lays out the images of a plan: whole boxes in a grid in order of first use, or with `trim` their
/// cuts, packed. `background` is invisible. A grid that would be larger than kUsualSheetSide is
/// packed instead. An error if the sheet is larger than anything real.
Result<Sheet> make_sheet(const Box& box, const FrameImages& images, uint8_t background, bool trim);

}  // namespace wardrobe
