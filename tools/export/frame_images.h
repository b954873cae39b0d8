#pragma once

#include <cstdint>

#include "formats/column.h"
#include "formats/result.h"
#include "tools/export/frame_plan.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

/// What the frames of a plan look like, each image once. A cut is the smallest rectangle that
/// holds all visible pixels; images are equal if their cuts are, at the same place.
struct FrameImages {
  // Cuts:
  Column<uint32_t> width;
  Column<uint32_t> height;
  Offsets64 pixel_offset;
  Column<uint8_t> pixels;

  // Images:
  Column<uint32_t> cut;
  Column<uint32_t> left;  ///< of the cut in the plan's box
  Column<uint32_t> top;

  Column<uint32_t> image;  ///< of each frame

  Bytes pixels_of(uint32_t row) const {
    return Bytes(pixels).subspan(pixel_offset[row], pixel_offset[row + 1] - pixel_offset[row]);
  }
};

/// `painter` draws the plan's frames on `background`, which is what is invisible. A frame that
/// shows nothing has a cut of one invisible pixel.
Result<FrameImages> make_frame_images(const FramePlan& plan, const TickPainter& painter,
                                      uint8_t background);

}  // namespace wardrobe
