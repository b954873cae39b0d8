#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/export/frame_plan.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Returns the image of a frame. All have the size of the plan's box.
using DrawFrame = std::function<Result<IndexImage>(uint32_t frame)>;

/// The distinct images of a plan's frames. The cut of an image is the smallest rectangle that holds
/// its visible pixels. Images are equal if their cuts are equal and at the same place.
struct FrameImages {
  // Cuts:
  Column<uint32_t> width;
  Column<uint32_t> height;

  // Images:
  Column<uint32_t> cut;
  Column<uint32_t> left;  ///< position of the cut in the plan's box
  Column<uint32_t> top;
  Column<uint32_t> frame;  ///< the first that shows it

  Column<uint32_t> image;  ///< of each frame
};

/// Finds the images of a plan's frames. `background` is the value of invisible pixels. A frame
/// without visible pixels has a cut of one invisible pixel. Keeps no pixels: images that may be
/// equal are drawn again.
Result<FrameImages> find_frame_images(const FramePlan& plan, const DrawFrame& draw,
                                      uint8_t background);

/// The largest width and height of a picture that all devices support.
inline constexpr uint32_t kMaxPageSide = 4096;

/// All images of a costume in one or several pictures, its pages. There is an invisible pixel
/// between images and around them.
struct Sheet {
  bool packed = false;  ///< whether images are cuts; else whole boxes

  // Pages:
  Column<uint32_t> page_width;
  Column<uint32_t> page_height;

  // Images, as rows of FrameImages:
  Column<uint32_t> page;
  Column<uint32_t> x;  ///< position in the page
  Column<uint32_t> y;
  Column<uint32_t> width;
  Column<uint32_t> height;
  Column<uint32_t> left;  ///< position in the plan's box
  Column<uint32_t> top;

  Column<uint32_t> image;  ///< of each frame

  size_t pages() const { return page_width.size(); }
};

/// Lays out the images of a plan. By default, they are whole boxes in a grid, in order of first
/// use. With `trim`, or if the grid would be larger than a page may be, they are cuts, packed on as
/// many pages as they need. Fails if a cut is larger than a page.
Result<Sheet> make_sheet(const Rect& box, const FrameImages& images, bool trim);

/// Draws a page of a sheet.
Result<IndexImage> draw_page(const Sheet& sheet, const FrameImages& images, uint32_t page,
                             const DrawFrame& draw, uint8_t background);

/// The files of a sheet whose names begin with `name`. A single page is NAME.png.
std::string page_name(const Sheet& sheet, std::string_view name, size_t page);

}  // namespace wardrobe
