#include "tools/export/sheet.h"

#include <algorithm>
#include <cmath>

#include "formats/limits.h"
#include "tools/export/rectangle_packer.h"

namespace wardrobe {
namespace {

/// Between images, and around them: renderers that scale look at neighbours.
constexpr uint32_t kGap = 1;

struct Grid {
  uint64_t columns = 1;
  uint64_t width = 0;
  uint64_t height = 0;
};

Grid grid_of(uint64_t images, const Box& box, uint64_t columns) {
  const auto cell_width = static_cast<uint64_t>(box.width) + kGap;
  const auto cell_height = static_cast<uint64_t>(box.height) + kGap;
  const uint64_t rows = (images + columns - 1) / columns;
  return {columns, columns * cell_width + kGap, rows * cell_height + kGap};
}

/// The grid that is nearest to a square, or where it would be too high for some devices, as wide as
/// they allow.
Grid choose_grid(uint64_t images, const Box& box) {
  const double cells =
      std::sqrt(static_cast<double>(images) * static_cast<double>(box.height + kGap) /
                static_cast<double>(box.width + kGap));
  const auto near_square = std::clamp<uint64_t>(static_cast<uint64_t>(std::ceil(cells)), 1, images);
  const Grid square = grid_of(images, box, near_square);
  if (square.height <= kUsualSheetSide && square.width <= kUsualSheetSide) return square;
  const uint64_t most = (kUsualSheetSide - kGap) / (static_cast<uint64_t>(box.width) + kGap);
  return grid_of(images, box, std::clamp<uint64_t>(most, 1, images));
}

void place_in_grid(const Grid& grid, const Box& box, size_t images, Sheet& sheet) {
  const auto width = static_cast<uint32_t>(box.width);
  const auto height = static_cast<uint32_t>(box.height);
  for (size_t i = 0; i < images; ++i) {
    sheet.x.push_back(static_cast<uint32_t>(i % grid.columns) * (width + kGap) + kGap);
    sheet.y.push_back(static_cast<uint32_t>(i / grid.columns) * (height + kGap) + kGap);
  }
  sheet.width.assign(images, width);
  sheet.height.assign(images, height);
  sheet.left.assign(images, 0);
  sheet.top.assign(images, 0);
  sheet.picture.width = static_cast<uint32_t>(grid.width);
  sheet.picture.height = static_cast<uint32_t>(grid.height);
}

/// Cuts with a gap right of and below each.
std::vector<PackedRectangle> cuts_of(const FrameImages& images) {
  std::vector<PackedRectangle> cuts;
  for (size_t i = 0; i < images.width.size(); ++i) {
    cuts.push_back({images.width[i] + kGap, images.height[i] + kGap, 0, 0});
  }
  return cuts;
}

/// Packs the cuts about as high as wide, and returns the height.
std::optional<uint32_t> pack_cuts(std::vector<PackedRectangle>& cuts, uint32_t& width) {
  uint64_t area = 0;
  uint32_t widest = 0;
  for (const PackedRectangle& cut : cuts) {
    area += uint64_t{cut.width} * cut.height;
    widest = std::max(widest, cut.width);
  }
  width = std::max(widest, static_cast<uint32_t>(std::ceil(std::sqrt(area))));
  const std::optional<uint32_t> height = pack_rectangles(cuts, width);
  if (!height || *height + kGap <= kUsualSheetSide || width + kGap >= kUsualSheetSide) {
    return height;
  }
  width = kUsualSheetSide - kGap;
  return pack_rectangles(cuts, width);
}

Status place_cuts(const FrameImages& images, Sheet& sheet) {
  std::vector<PackedRectangle> cuts = cuts_of(images);
  uint32_t width = 0;
  const std::optional<uint32_t> height = pack_cuts(cuts, width);
  if (!height || uint64_t{width + kGap} * (*height + kGap) > kMaxFramePixels) {
    return Error{ErrorCode::limit, kNoOffset,
                 "a sheet of more than " + limit_text(kMaxFramePixels) + " pixels"};
  }
  for (size_t i = 0; i < images.cut.size(); ++i) {
    const uint32_t cut = images.cut[i];
    sheet.x.push_back(cuts[cut].x + kGap);
    sheet.y.push_back(cuts[cut].y + kGap);
    sheet.width.push_back(images.width[cut]);
    sheet.height.push_back(images.height[cut]);
  }
  sheet.left = images.left;
  sheet.top = images.top;
  sheet.packed = true;
  sheet.picture.width = width + kGap;
  sheet.picture.height = *height + kGap;
  return ok();
}

void draw_images(const FrameImages& images, uint8_t background, Sheet& sheet) {
  sheet.picture.pixels.assign(size_t{sheet.picture.width} * sheet.picture.height, background);
  for (size_t i = 0; i < images.cut.size(); ++i) {
    const uint32_t cut = images.cut[i];
    const Bytes pixels = images.pixels_of(cut);
    const size_t x = size_t{sheet.x[i]} + images.left[i] - sheet.left[i];
    for (uint32_t row = 0; row < images.height[cut]; ++row) {
      const size_t y = size_t{sheet.y[i]} + images.top[i] - sheet.top[i] + row;
      std::ranges::copy(
          pixels.subspan(size_t{row} * images.width[cut], images.width[cut]),
          sheet.picture.pixels.begin() + static_cast<ptrdiff_t>(y * sheet.picture.width + x));
    }
  }
}

}  // namespace

Result<Sheet> make_sheet(const Box& box, const FrameImages& images, uint8_t background, bool trim) {
  Sheet sheet;
  const Grid grid = choose_grid(images.cut.size(), box);
  if (!trim && grid.width <= kUsualSheetSide && grid.height <= kUsualSheetSide) {
    place_in_grid(grid, box, images.cut.size(), sheet);
  } else if (Status placed = place_cuts(images, sheet); !placed) {
    return placed.error();
  }
  sheet.image = images.image;
  draw_images(images, background, sheet);
  return sheet;
}

}  // namespace wardrobe
