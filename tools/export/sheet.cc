#include "tools/export/sheet.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "formats/hash.h"
#include "formats/limits.h"

namespace {

/// stb_rect_pack sorts with this. std::qsort may leave equal rectangles in any order, but the same
/// input must give the same file.
template <class Rectangle, class Compare>
void sort_stably(Rectangle* rectangles, size_t count, size_t, Compare compare) {
  std::stable_sort(
      rectangles, rectangles + count,
      [compare](const Rectangle& a, const Rectangle& b) { return compare(&a, &b) < 0; });
}

}  // namespace

#define STBRP_STATIC
#define STBRP_SORT sort_stably
#define STB_RECT_PACK_IMPLEMENTATION
#include <stb/stb_rect_pack.h>

namespace wardrobe {
namespace {

struct Rectangle {
  uint32_t left = 0;
  uint32_t top = 0;
  uint32_t width = 1;
  uint32_t height = 1;
};

/// The smallest rectangle around all pixels that are not `background`.
Rectangle visible_part(const IndexImage& image, uint8_t background) {
  uint32_t left = image.width;
  uint32_t right = 0;
  uint32_t top = image.height;
  uint32_t bottom = 0;
  const auto is_visible = [&](uint8_t pixel) { return pixel != background; };
  for (uint32_t y = 0; y < image.height; ++y) {
    const Bytes row = Bytes(image.pixels).subspan(size_t{y} * image.width, image.width);
    const auto first = std::ranges::find_if(row, is_visible);
    if (first == row.end()) continue;
    const auto last = std::find_if(row.rbegin(), row.rend(), is_visible);
    left = std::min(left, static_cast<uint32_t>(first - row.begin()));
    right = std::max(right, static_cast<uint32_t>(row.rend() - last));
    top = std::min(top, y);
    bottom = y + 1;
  }
  if (bottom == 0) return {};
  return {left, top, right - left, bottom - top};
}

class ImageSet {
 public:
  explicit ImageSet(FrameImages& out) : out_(out) {}

  /// Returns the row of the image that looks like this. Adds the image if there is none.
  uint32_t add(const IndexImage& image, const Rectangle& part) {
    const auto next = static_cast<uint32_t>(out_.cut.size());
    const uint32_t cut = add_cut(image, part);
    const auto [found, is_new] = images_.try_emplace({cut, part.left, part.top}, next);
    if (is_new) {
      out_.cut.push_back(cut);
      out_.left.push_back(part.left);
      out_.top.push_back(part.top);
    }
    return found->second;
  }

 private:
  uint32_t add_cut(const IndexImage& image, const Rectangle& part) {
    const auto row = static_cast<uint32_t>(out_.width.size());
    const size_t start = out_.pixels.size();
    for (uint32_t y = part.top; y < part.top + part.height; ++y) {
      const Bytes pixels =
          Bytes(image.pixels).subspan(size_t{y} * image.width + part.left, part.width);
      out_.pixels.insert(out_.pixels.end(), pixels.begin(), pixels.end());
    }
    const Bytes added = Bytes(out_.pixels).subspan(start);
    const uint64_t hash = xxh64(added);
    const auto [first, last] = cuts_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
      const uint32_t known = at->second;
      if (out_.width[known] != part.width || !std::ranges::equal(out_.pixels_of(known), added)) {
        continue;
      }
      out_.pixels.resize(start);
      return known;
    }
    out_.width.push_back(part.width);
    out_.height.push_back(part.height);
    out_.pixel_offset.push_back(out_.pixels.size());
    cuts_.emplace(hash, row);
    return row;
  }

  FrameImages& out_;
  std::unordered_multimap<uint64_t, uint32_t> cuts_;                     ///< by hash of the pixels
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> images_;  ///< by cut, left, top
};

/// The gap between images and around them in pixels. Renderers that scale read neighbouring pixels.
constexpr uint32_t kGap = 1;

struct Grid {
  uint64_t columns = 1;
  uint64_t width = 0;
  uint64_t height = 0;
};

Grid grid_of(uint64_t images, const Rect& box, uint64_t columns) {
  const auto cell_width = static_cast<uint64_t>(box.width) + kGap;
  const auto cell_height = static_cast<uint64_t>(box.height) + kGap;
  const uint64_t rows = (images + columns - 1) / columns;
  return {columns, columns * cell_width + kGap, rows * cell_height + kGap};
}

/// Returns the grid nearest to a square. If it would be too high for some devices, returns a grid
/// of the greatest width that they support.
Grid choose_grid(uint64_t images, const Rect& box) {
  const double cells =
      std::sqrt(static_cast<double>(images) * static_cast<double>(box.height + kGap) /
                static_cast<double>(box.width + kGap));
  const auto near_square = std::clamp<uint64_t>(static_cast<uint64_t>(std::ceil(cells)), 1, images);
  const Grid square = grid_of(images, box, near_square);
  if (square.height <= kUsualSheetSide && square.width <= kUsualSheetSide) return square;
  const uint64_t most = (kUsualSheetSide - kGap) / (static_cast<uint64_t>(box.width) + kGap);
  return grid_of(images, box, std::clamp<uint64_t>(most, 1, images));
}

void place_in_grid(const Grid& grid, const Rect& box, size_t images, Sheet& sheet) {
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

/// Packs rectangles into an area of this width, and returns the area's height. Returns nullopt if a
/// rectangle is wider than the area.
std::optional<uint32_t> pack(std::vector<stbrp_rect>& rectangles, uint32_t width) {
  constexpr int kMaxHeight = 1 << 30;
  std::vector<stbrp_node> nodes(width);
  stbrp_context context;
  stbrp_init_target(&context, static_cast<int>(width), kMaxHeight, nodes.data(),
                    static_cast<int>(width));
  const auto count = static_cast<int>(rectangles.size());
  if (stbrp_pack_rects(&context, rectangles.data(), count) == 0) return {};
  int height = 0;
  for (const stbrp_rect& rectangle : rectangles)
    height = std::max(height, rectangle.y + rectangle.h);
  return static_cast<uint32_t>(height);
}

/// Packs the cuts roughly into a square, each with a gap on its right and below. Sets the sheet's
/// size.
Result<std::vector<stbrp_rect>> pack_cuts(const FrameImages& images, IndexImage& picture) {
  std::vector<stbrp_rect> cuts;
  uint64_t area = 0;
  uint32_t width = 0;
  for (size_t i = 0; i < images.width.size(); ++i) {
    const uint32_t cut_width = images.width[i] + kGap;
    const uint32_t cut_height = images.height[i] + kGap;
    cuts.push_back({.id = 0,
                    .w = static_cast<stbrp_coord>(cut_width),
                    .h = static_cast<stbrp_coord>(cut_height),
                    .x = 0,
                    .y = 0,
                    .was_packed = 0});
    area += uint64_t{cut_width} * cut_height;
    width = std::max(width, cut_width);
  }
  width = std::max(width, static_cast<uint32_t>(std::ceil(std::sqrt(area))));
  std::optional<uint32_t> height = pack(cuts, width);
  if (height && *height + kGap > kUsualSheetSide && width + kGap < kUsualSheetSide) {
    width = kUsualSheetSide - kGap;
    height = pack(cuts, width);
  }
  if (!height || uint64_t{width + kGap} * (*height + kGap) > kMaxFramePixels) {
    return Error{ErrorCode::limit, kNoOffset,
                 "a sheet of more than " + limit_text(kMaxFramePixels) + " pixels"};
  }
  picture.width = width + kGap;
  picture.height = *height + kGap;
  return cuts;
}

Status place_cuts(const FrameImages& images, Sheet& sheet) {
  ASSIGN_OR_RETURN(const std::vector<stbrp_rect> cuts, pack_cuts(images, sheet.picture));
  for (const uint32_t cut : images.cut) {
    sheet.x.push_back(static_cast<uint32_t>(cuts[cut].x) + kGap);
    sheet.y.push_back(static_cast<uint32_t>(cuts[cut].y) + kGap);
    sheet.width.push_back(images.width[cut]);
    sheet.height.push_back(images.height[cut]);
  }
  sheet.left = images.left;
  sheet.top = images.top;
  sheet.packed = true;
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

Result<FrameImages> make_frame_images(const FramePlan& plan, const TickPainter& painter,
                                      uint8_t background) {
  FrameImages images;
  ImageSet set(images);
  std::unordered_map<uint32_t, uint32_t> image_of;  // row of Frames → row of images
  for (size_t frame = 0; frame < plan.look.size(); ++frame) {
    const auto [found, is_new] = image_of.try_emplace(plan.look[frame], 0);
    if (is_new) {
      const IndexImage image = painter.draw(frame, 1, 1);
      found->second = set.add(image, visible_part(image, background));
    }
    images.image.push_back(found->second);
    if (images.pixels.size() > kMaxFramePixels) {
      return Error{ErrorCode::limit, kNoOffset,
                   "frames of more than " + limit_text(kMaxFramePixels) + " pixels"};
    }
  }
  return images;
}

Result<Sheet> make_sheet(const Rect& box, const FrameImages& images, uint8_t background,
                         bool trim) {
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
