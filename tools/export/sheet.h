#pragma once

#include <cstdint>

#include "formats/bytes.h"
#include "formats/column.h"
#include "formats/result.h"
#include "tools/export/frame_plan.h"
#include "tools/render/render.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

/// The distinct images of a plan's frames. A cut is the smallest rectangle that holds all visible
/// pixels; images are equal if they have equal cuts at the same place.
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

/// `painter` draws the plan's frames on `background`, the invisible value. A frame that shows
/// nothing has a cut of one invisible pixel.
Result<FrameImages> make_frame_images(const FramePlan& plan, const TickPainter& painter,
                                      uint8_t background);

/// The width and height that all devices support.
inline constexpr uint32_t kUsualSheetSide = 4096;

/// All images of a costume in one picture, with an invisible pixel between and around them.
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
/// packed instead. An error if the sheet exceeds a limit (LIMITS.md).
Result<Sheet> make_sheet(const Rect& box, const FrameImages& images, uint8_t background, bool trim);

}  // namespace wardrobe
