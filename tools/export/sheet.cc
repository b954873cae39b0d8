#include "tools/export/sheet.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <fmt/core.h>

#include "formats/bytes.h"

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

Bytes row_of(const IndexImage& image, const Rectangle& part, uint32_t row) {
  return Bytes(image.pixels).subspan(size_t{part.top + row} * image.width + part.left, part.width);
}

/// Finds out which images look the same.
class ImageSet {
 public:
  ImageSet(FrameImages& out, const DrawFrame& draw) : out_(out), draw_(draw) {}

  /// Returns the row of the image that looks like that of `frame`. Adds the image if there is none.
  Result<uint32_t> add(uint32_t frame, const IndexImage& image, const Rectangle& part) {
    const auto next = static_cast<uint32_t>(out_.cut.size());
    ASSIGN_OR_RETURN(const uint32_t cut, add_cut(image, part));
    const auto [found, is_new] = images_.try_emplace({cut, part.left, part.top}, next);
    if (!is_new) return found->second;
    out_.cut.push_back(cut);
    out_.left.push_back(part.left);
    out_.top.push_back(part.top);
    out_.frame.push_back(frame);
    if (cut == first_image_.size()) first_image_.push_back(next);
    return next;
  }

 private:
  Result<uint32_t> add_cut(const IndexImage& image, const Rectangle& part) {
    pixels_.clear();
    for (uint32_t row = 0; row < part.height; ++row) {
      const Bytes pixels = row_of(image, part, row);
      pixels_.insert(pixels_.end(), pixels.begin(), pixels.end());
    }
    const uint64_t hash = quick_hash(pixels_);
    const auto [first, last] = cuts_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
      ASSIGN_OR_RETURN(const bool same, shows(at->second, part));
      if (same) return at->second;
    }
    const auto row = static_cast<uint32_t>(out_.width.size());
    out_.width.push_back(part.width);
    out_.height.push_back(part.height);
    cuts_.emplace(hash, row);
    return row;
  }

  /// Whether a cut has pixels_.
  Result<bool> shows(uint32_t cut, const Rectangle& part) const {
    if (out_.width[cut] != part.width || out_.height[cut] != part.height) return false;
    const uint32_t image = first_image_[cut];
    ASSIGN_OR_RETURN(const IndexImage drawn, draw_(out_.frame[image]));
    const Rectangle known{out_.left[image], out_.top[image], part.width, part.height};
    for (uint32_t row = 0; row < part.height; ++row) {
      if (!std::ranges::equal(row_of(drawn, known, row),
                              Bytes(pixels_).subspan(size_t{row} * part.width, part.width))) {
        return false;
      }
    }
    return true;
  }

  FrameImages& out_;
  const DrawFrame& draw_;
  std::vector<uint8_t> pixels_;                                          ///< of the cut to add
  std::vector<uint32_t> first_image_;                                    ///< of each cut
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
  if (square.height <= kMaxPageSide && square.width <= kMaxPageSide) return square;
  const uint64_t most = (kMaxPageSide - kGap) / (static_cast<uint64_t>(box.width) + kGap);
  return grid_of(images, box, std::clamp<uint64_t>(most, 1, images));
}

void place_in_grid(const Grid& grid, const Rect& box, size_t images, Sheet& sheet) {
  const auto width = static_cast<uint32_t>(box.width);
  const auto height = static_cast<uint32_t>(box.height);
  for (size_t i = 0; i < images; ++i) {
    sheet.x.push_back(static_cast<uint32_t>(i % grid.columns) * (width + kGap) + kGap);
    sheet.y.push_back(static_cast<uint32_t>(i / grid.columns) * (height + kGap) + kGap);
  }
  sheet.page.assign(images, 0);
  sheet.width.assign(images, width);
  sheet.height.assign(images, height);
  sheet.left.assign(images, 0);
  sheet.top.assign(images, 0);
  sheet.page_width.push_back(static_cast<uint32_t>(grid.width));
  sheet.page_height.push_back(static_cast<uint32_t>(grid.height));
}

/// The side of a page without the gap at its left or top. Each cut has a gap on its right and
/// below.
constexpr uint32_t kPageSpace = kMaxPageSide - kGap;

struct PageSize {
  uint32_t width = 0;
  uint32_t height = 0;
};

/// Packs rectangles into an area of at most this size, as many as fit, and returns the size that
/// they take.
PageSize pack(std::vector<stbrp_rect>& rectangles, uint32_t width, uint32_t most_height) {
  std::vector<stbrp_node> nodes(width);
  stbrp_context context;
  stbrp_init_target(&context, static_cast<int>(width), static_cast<int>(most_height), nodes.data(),
                    static_cast<int>(width));
  stbrp_pack_rects(&context, rectangles.data(), static_cast<int>(rectangles.size()));
  int right = 0;
  int bottom = 0;
  for (const stbrp_rect& rectangle : rectangles) {
    if (rectangle.was_packed == 0) continue;
    right = std::max(right, rectangle.x + rectangle.w);
    bottom = std::max(bottom, rectangle.y + rectangle.h);
  }
  return {static_cast<uint32_t>(right), static_cast<uint32_t>(bottom)};
}

/// Packs rectangles on a page: all of them, roughly into a square, if they fit; else as many as
/// fit. Returns the page's size.
PageSize pack_page(std::vector<stbrp_rect>& rectangles) {
  constexpr uint32_t kAnyHeight = 1 << 30;
  uint64_t area = 0;
  uint32_t width = 0;
  for (const stbrp_rect& rectangle : rectangles) {
    area += static_cast<uint64_t>(rectangle.w) * static_cast<uint64_t>(rectangle.h);
    width = std::max(width, static_cast<uint32_t>(rectangle.w));
  }
  width = std::max(width, static_cast<uint32_t>(std::ceil(std::sqrt(area))));
  if (width <= kPageSpace) {
    const uint32_t height = pack(rectangles, width, kAnyHeight).height;
    if (height <= kPageSpace) return {width + kGap, height + kGap};
  }
  const PageSize used = pack(rectangles, kPageSpace, kPageSpace);
  const bool all = std::ranges::all_of(
      rectangles, [](const stbrp_rect& rectangle) { return rectangle.was_packed != 0; });
  return {(all ? kPageSpace : used.width) + kGap, used.height + kGap};
}

Status place_cuts(const FrameImages& images, Sheet& sheet) {
  std::vector<stbrp_rect> left;
  for (size_t i = 0; i < images.width.size(); ++i) {
    const uint32_t width = images.width[i] + kGap;
    const uint32_t height = images.height[i] + kGap;
    if (std::max(width, height) > kPageSpace) {
      return Error{ErrorCode::limit, kNoOffset,
                   fmt::format("a frame of {}×{} pixels, which is larger than a page of a sheet: "
                               "at most {} a side, with a pixel around the frame",
                               images.width[i], images.height[i], kMaxPageSide)};
    }
    left.push_back({.id = static_cast<int>(i),
                    .w = static_cast<stbrp_coord>(width),
                    .h = static_cast<stbrp_coord>(height),
                    .x = 0,
                    .y = 0,
                    .was_packed = 0});
  }
  std::vector<stbrp_rect> cuts(left.size());
  std::vector<uint32_t> page_of(left.size());
  while (!left.empty()) {
    const PageSize size = pack_page(left);
    for (const stbrp_rect& cut : left) {
      if (cut.was_packed == 0) continue;
      cuts[static_cast<size_t>(cut.id)] = cut;
      page_of[static_cast<size_t>(cut.id)] = static_cast<uint32_t>(sheet.pages());
    }
    std::erase_if(left, [](const stbrp_rect& cut) { return cut.was_packed != 0; });
    sheet.page_width.push_back(size.width);
    sheet.page_height.push_back(size.height);
  }
  for (const uint32_t cut : images.cut) {
    sheet.page.push_back(page_of[cut]);
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

}  // namespace

Result<FrameImages> find_frame_images(const FramePlan& plan, const DrawFrame& draw,
                                      uint8_t background) {
  FrameImages images;
  ImageSet set(images, draw);
  std::unordered_map<uint32_t, uint32_t> image_of;  // row of Frames → row of images
  for (uint32_t frame = 0; frame < plan.look.size(); ++frame) {
    const auto [found, is_new] = image_of.try_emplace(plan.look[frame], 0);
    if (is_new) {
      ASSIGN_OR_RETURN(const IndexImage image, draw(frame));
      ASSIGN_OR_RETURN(found->second, set.add(frame, image, visible_part(image, background)));
    }
    images.image.push_back(found->second);
  }
  return images;
}

Result<Sheet> make_sheet(const Rect& box, const FrameImages& images, bool trim) {
  Sheet sheet;
  const Grid grid = choose_grid(images.cut.size(), box);
  if (!trim && grid.width <= kMaxPageSide && grid.height <= kMaxPageSide) {
    place_in_grid(grid, box, images.cut.size(), sheet);
  } else {
    TRY(place_cuts(images, sheet));
  }
  sheet.image = images.image;
  return sheet;
}

Result<IndexImage> draw_page(const Sheet& sheet, const FrameImages& images, uint32_t page,
                             const DrawFrame& draw, uint8_t background) {
  IndexImage picture{sheet.page_width[page], sheet.page_height[page], {}};
  picture.pixels.assign(size_t{picture.width} * picture.height, background);
  std::vector<bool> drawn(images.width.size());  // cuts
  for (size_t i = 0; i < images.cut.size(); ++i) {
    const uint32_t cut = images.cut[i];
    if (sheet.page[i] != page || (sheet.packed && drawn[cut])) continue;
    drawn[cut] = true;
    ASSIGN_OR_RETURN(const IndexImage image, draw(images.frame[i]));
    const Rectangle part{images.left[i], images.top[i], images.width[cut], images.height[cut]};
    const size_t x = size_t{sheet.x[i]} + images.left[i] - sheet.left[i];
    const size_t y = size_t{sheet.y[i]} + images.top[i] - sheet.top[i];
    for (uint32_t row = 0; row < part.height; ++row) {
      std::ranges::copy(row_of(image, part, row), &picture.pixels[(y + row) * picture.width + x]);
    }
  }
  return picture;
}

std::string page_name(const Sheet& sheet, std::string_view name, size_t page) {
  return sheet.pages() == 1 ? fmt::format("{}.png", name) : fmt::format("{}-{}.png", name, page);
}

}  // namespace wardrobe
