#include "tools/hd/art_change.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace wardrobe {
namespace {

constexpr uint8_t kHalfDrawn = 64;   // the lowest alpha
constexpr uint8_t kFullDrawn = 192;  // the same
constexpr uint8_t kOpaque = 255;

enum class Cover : uint8_t { none, half, full };

Cover cover_of(uint8_t alpha) {
  if (alpha < kHalfDrawn) return Cover::none;
  return alpha < kFullDrawn ? Cover::half : Cover::full;
}

/// The alpha of an image, with a transparent pixel all around it.
struct Alpha {
  explicit Alpha(const RgbaImage& image)
      : width(image.width + size_t{2}), of_pixel(width * (image.height + size_t{2})) {
    for (size_t i = 0; i < image.rgba.size() / 4; ++i) {
      of_pixel[at(i, image.width)] = image.rgba[4 * i + 3];
    }
  }

  /// The place of pixel `i` of an image of this width.
  size_t at(size_t i, size_t image_width) const {
    return (i / image_width + 1) * width + i % image_width + 1;
  }

  size_t width;
  std::vector<uint8_t> of_pixel;
};

/// The areas of pixels that are not drawn: 1 is around the figure, 2 and higher are holes, and
/// drawn pixels have 0.
std::vector<uint32_t> areas_of(const Alpha& alpha, uint32_t& count) {
  std::vector<uint32_t> areas(alpha.of_pixel.size());
  std::vector<size_t> open;
  const auto take = [&](size_t pixel) {
    if (pixel >= areas.size() || alpha.of_pixel[pixel] != 0 || areas[pixel] != 0) return;
    areas[pixel] = count;
    open.push_back(pixel);
  };
  count = 1;
  for (size_t start = 0; start < areas.size(); ++start) {
    take(start);
    if (open.empty()) continue;
    while (!open.empty()) {
      const size_t pixel = open.back();
      open.pop_back();
      for (const size_t next : {pixel - 1, pixel + 1, pixel - alpha.width, pixel + alpha.width}) {
        take(next);
      }
    }
    ++count;
  }
  return areas;
}

/// Which pixels are drawn or half drawn, each enlarged to a square.
struct Silhouette {
  Silhouette(const RgbaImage& image, uint32_t scale)
      : width(int64_t{image.width} * scale), height(int64_t{image.height} * scale) {
    drawn.reserve(static_cast<size_t>(width * height));
    for (size_t y = 0; y < static_cast<size_t>(height); ++y) {
      for (size_t x = 0; x < static_cast<size_t>(width); ++x) {
        const size_t pixel = y / scale * image.width + x / scale;
        drawn.push_back(image.rgba[4 * pixel + 3] >= kHalfDrawn);
      }
    }
  }

  int64_t width;
  int64_t height;
  std::vector<uint8_t> drawn;
};

struct Move {
  int64_t right = 0;
  int64_t down = 0;
};

/// The number of pixels in which `after` differs from a moved `before`.
size_t differences(const Silhouette& before, const Silhouette& after, const Move& by) {
  const int64_t width = after.width;
  const int64_t first = std::clamp<int64_t>(by.right, 0, width);
  const int64_t last = std::clamp<int64_t>(width + by.right, 0, width);
  size_t count = 0;
  for (int64_t y = 0; y < after.height; ++y) {
    const uint8_t* const is = after.drawn.data() + y * width;
    if (y < by.down || y >= after.height + by.down) {
      count = std::accumulate(is, is + width, count);
      continue;
    }
    count = std::accumulate(is + last, is + width, std::accumulate(is, is + first, count));
    const uint8_t* const was = before.drawn.data() + (y - by.down) * width;
    for (int64_t x = first; x < last; ++x) count += was[x - by.right] != is[x];
  }
  return count;
}

/// The move that explains most of how a silhouette has changed. Soft edges change both sides of a
/// figure alike, so that no move explains them.
Move move_between(const Silhouette& before, const Silhouette& after) {
  constexpr Move kSteps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  const size_t unmoved = differences(before, after, {});
  size_t least = unmoved;
  Move best;
  for (bool is_better = unmoved > 0; is_better;) {
    is_better = false;
    for (const Move& step : kSteps) {
      const Move next{best.right + step.right, best.down + step.down};
      const size_t count = differences(before, after, next);
      if (count >= least) continue;
      least = count;
      best = next;
      is_better = true;
    }
  }
  return 2 * least < unmoved ? best : Move{};
}

/// Whether all pixels around one are opaque. Scalers soften the others.
bool is_inner(const Alpha& alpha, size_t pixel) {
  for (const size_t middle : {pixel - alpha.width, pixel, pixel + alpha.width}) {
    const auto around = alpha.of_pixel.begin() + static_cast<ptrdiff_t>(middle - 1);
    if (!std::all_of(around, around + 3, [](uint8_t is) { return is == kOpaque; })) return false;
  }
  return true;
}

std::array<double, 4> color_change(const RgbaImage& before, const RgbaImage& after,
                                   const Alpha& alpha) {
  constexpr size_t kFewest =
      64;  // Scalers change the mean colour of fewer pixels, such as a mouth.
  std::array<double, 4> sum{};
  std::array<size_t, 4> count{};
  for (size_t i = 0; i < before.rgba.size() / 4; ++i) {
    const uint8_t* const was = &before.rgba[4 * i];
    const uint8_t* const is = &after.rgba[4 * i];
    if (was[3] != kOpaque) continue;
    for (size_t c = 0; c < 4; ++c) {
      if (c < 3 ? is[3] == 0 : !is_inner(alpha, alpha.at(i, before.width))) continue;
      sum[c] += is[c] - was[c];
      ++count[c];
    }
  }
  for (size_t c = 0; c < 4; ++c) {
    const size_t fewest = c < 3 ? kFewest : 1;
    sum[c] = count[c] < fewest ? 0 : sum[c] / static_cast<double>(count[c]);
  }
  return sum;
}

}  // namespace

ArtChange compare_art(const RgbaImage& before, const RgbaImage& after, uint32_t scale) {
  const RgbaImage small = reduced(after, scale);
  const Alpha alpha(before);
  uint32_t count = 0;
  const std::vector<uint32_t> areas = areas_of(alpha, count);
  std::vector<bool> filled(count, true);
  ArtChange out;
  for (size_t i = 0; i < small.rgba.size() / 4; ++i) {
    const Cover was = cover_of(before.rgba[4 * i + 3]);
    const Cover is = cover_of(small.rgba[4 * i + 3]);
    const uint32_t area = areas[alpha.at(i, before.width)];
    if (area == 0) {
      ++out.drawn;
      out.changed += was == Cover::half ? is != was : is == Cover::none;
    } else if (area == 1) {
      ++out.outside;
      out.outside_filled += is == Cover::full;
    } else if (is != Cover::full) {
      filled[area] = false;
    }
  }
  out.changed += out.outside_filled;
  out.holes = count - 2;
  out.holes_filled = static_cast<size_t>(std::count(filled.begin() + 2, filled.end(), true));
  const Move move = move_between(Silhouette(before, scale), Silhouette(after, 1));
  out.right = move.right;
  out.down = move.down;
  out.color = color_change(before, small, alpha);
  return out;
}

}  // namespace wardrobe
