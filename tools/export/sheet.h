#pragma once

#include <cstdint>

#include "formats/bytes.h"
#include "formats/column.h"
#include "formats/result.h"
#include "tools/export/frame_plan.h"
#include "tools/render/render.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

/// The distinct images of a plan's frames. The cut of an image is the smallest rectangle that holds
/// its visible pixels. Images are equal if their cuts are equal and at the same place.
struct FrameImages {
  // Cuts:
  Column<uint32_t> width;
  Column<uint32_t> height;
  Offsets64 pixel_offset;
  Column<uint8_t> pixels;

  // Images:
  Column<uint32_t> cut;
  Column<uint32_t> left;  ///< position of the cut in the plan's box
  Column<uint32_t> top;

  Column<uint32_t> image;  ///< of each frame

  Bytes pixels_of(uint32_t row) const {
    return Bytes(pixels).subspan(pixel_offset[row], pixel_offset[row + 1] - pixel_offset[row]);
  }
};

/// Draws the plan's frames with `painter`. `background` is the value of invisible pixels. A frame
/// without visible pixels has a cut of one invisible pixel.
Result<FrameImages> make_frame_images(const FramePlan& plan, const TickPainter& painter,
                                      uint8_t background);

/// The largest width and height of a picture that all devices support.
inline constexpr uint32_t kUsualSheetSide = 4096;

/// All images of a costume in one picture. There is an invisible pixel between them and around
/// them.
struct Sheet {
  IndexImage picture;
  bool packed = false;  ///< whether images are cuts; else whole boxes

  // Images, as rows of FrameImages:
  Column<uint32_t> x;  ///< position in the picture
  Column<uint32_t> y;
  Column<uint32_t> width;
  Column<uint32_t> height;
  Column<uint32_t> left;  ///< position in the plan's box
  Column<uint32_t> top;

  Column<uint32_t> image;  ///< of each frame
};

/// Lays out the images of a plan. By default, they are whole boxes in a grid, in order of first
/// use. With `trim`, or if the grid would be larger than kUsualSheetSide, they are cuts, packed.
/// `background` is the value of invisible pixels. Fails if the sheet exceeds a limit (LIMITS.md).
Result<Sheet> make_sheet(const Rect& box, const FrameImages& images, uint8_t background, bool trim);

}  // namespace wardrobe
