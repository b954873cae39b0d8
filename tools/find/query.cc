#include "tools/find/query.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

#include "formats/limits.h"
#include "tools/apply/png_file.h"

namespace wardrobe {
namespace {

/// The largest number of times that an image is taken to be enlarged.
constexpr size_t kMaxEnlarged = 16;

/// For each line along an axis, whether it differs from the one before it.
using Edges = std::vector<bool>;

Edges edges_of_columns(const std::vector<uint32_t>& pixels, size_t width) {
  Edges edges(width);
  for (size_t at = 1; at < pixels.size(); ++at) {
    if (at % width != 0 && pixels[at] != pixels[at - 1]) edges[at % width] = true;
  }
  return edges;
}

Edges edges_of_rows(const std::vector<uint32_t>& pixels, size_t width) {
  Edges edges(pixels.size() / width);
  for (size_t y = 1; y < edges.size(); ++y) {
    const auto row = pixels.begin() + static_cast<ptrdiff_t>(y * width);
    edges[y] =
        !std::equal(row, row + static_cast<ptrdiff_t>(width), row - static_cast<ptrdiff_t>(width));
  }
  return edges;
}

/// Whether all edges are between blocks.
bool fits(const Blocks& blocks, const Edges& edges) {
  for (size_t i = 1; i < edges.size(); ++i) {
    if (edges[i] && blocks.number_at(i) == blocks.number_at(i - 1)) return false;
  }
  return true;
}

/// Blocks of `scale` lines between which all edges are.
std::optional<Blocks> blocks_of(const Edges& edges, size_t scale) {
  const auto first = std::ranges::find(edges, true);
  const auto size = static_cast<int64_t>(scale);
  const int64_t rest = first == edges.end() ? 0 : (first - edges.begin()) % size;
  const Blocks blocks{size, 1, rest == 0 ? 0 : size - rest};  // the first one may be cut off
  return fits(blocks, edges) ? std::optional(blocks) : std::nullopt;
}

/// A place in each block along an axis of `size` pixels.
std::vector<size_t> places_in(const Blocks& blocks, size_t size) {
  std::vector<size_t> places;
  for (size_t at = 0; at < size; ++at) {
    if (at == 0 || blocks.number_at(at) != blocks.number_at(at - 1)) places.push_back(at);
  }
  return places;
}

Reading mirrored(Reading reading) {
  reading.mirrored = true;
  for (size_t y = 0; y < reading.height; ++y) {
    std::ranges::reverse(std::span(reading.pixels).subspan(y * reading.width, reading.width));
  }
  return reading;
}

/// A colour as Reading::colors has it. All transparent ones are the same.
uint32_t color_of(uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha) {
  if (alpha == 0) return 0;
  return uint32_t{red} | uint32_t{green} << 8 | uint32_t{blue} << 16 | uint32_t{alpha} << 24;
}

std::vector<uint32_t> palette_colors(const EditedPalette& palette) {
  std::vector<uint32_t> colors;
  for (size_t i = 0; i < palette.rgb.size(); ++i) {
    const auto& [red, green, blue] = palette.rgb[i];
    colors.push_back(color_of(red, green, blue, palette.alpha[i]));
  }
  return colors;
}

/// The colours of the pixels.
std::vector<uint32_t> pixel_colors(const PngHeader& header, const PngPicture& png) {
  std::vector<uint32_t> colors;
  const std::vector<uint8_t>& bytes = png.pixels;
  if (header.is_indexed()) {
    const std::vector<uint32_t> palette = palette_colors(png.palette);
    for (const uint8_t index : bytes) colors.push_back(palette[index]);
  } else {
    for (size_t at = 0; at + 3 < bytes.size(); at += 4) {
      colors.push_back(color_of(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]));
    }
  }
  return colors;
}

/// Sets pixels and colours to these colours.
void number_colors(std::span<const uint32_t> rgba, Reading& image) {
  std::unordered_map<uint32_t, uint32_t> numbers;
  for (const uint32_t color : rgba) {
    const auto number = static_cast<uint32_t>(image.colors.size());
    const auto [known, is_new] = numbers.emplace(color, number);
    if (is_new) image.colors.push_back(color);
    image.pixels.push_back(known->second);
  }
}

/// The first value that is transparent.
uint32_t transparent_of(const std::vector<uint32_t>& colors) {
  const auto first = std::ranges::find(colors, uint32_t{0});
  return first == colors.end() ? Reading::kNothing : static_cast<uint32_t>(first - colors.begin());
}

}  // namespace

Result<Query> Query::from_png(Bytes file) {
  ASSIGN_OR_RETURN(const PngHeader header, read_png_header(file));
  if (header.width == 0 || header.height == 0 || header.width > kMaxQueryPixels / header.height) {
    return Error{ErrorCode::limit, kNoOffset,
                 fmt::format("{}×{} pixels; the limit is {}", header.width, header.height,
                             limit_text(kMaxQueryPixels))};
  }
  ASSIGN_OR_RETURN(const PngPicture png, read_png(file, header));
  Query query;
  Reading by_color;
  by_color.width = header.width;
  by_color.height = header.height;
  Reading by_index = by_color;
  number_colors(pixel_colors(header, png), by_color);
  size_t values = 0;
  if (header.is_indexed()) {
    by_index.by_index = true;
    by_index.pixels.assign(png.pixels.begin(), png.pixels.end());
    by_index.colors = palette_colors(png.palette);
    query.add_readings(by_index);
    values = std::set(png.pixels.begin(), png.pixels.end()).size();
  }
  if (values != by_color.colors.size()) query.add_readings(by_color);
  std::ranges::sort(query.windows_, {}, &WindowPlace::hash);
  query.has_.resize(std::bit_ceil(8 * query.windows_.size() + 1));
  for (const WindowPlace& place : query.windows_) {
    query.has_[static_cast<size_t>(place.hash) & (query.has_.size() - 1)] = true;
  }
  return query;
}

/// Adds an image at every scale at which its pixels are squares, and at the largest one at which
/// they are if 6 rows stand for 5; only so, if that is certain.
void Query::add_readings(const Reading& image) {
  constexpr int64_t kRows = 5;
  constexpr int64_t kDrawn = 6;
  constexpr ptrdiff_t kFewEdges = 12;  // Less tells nothing about the height of rows.
  constexpr ptrdiff_t kManyEdges = 64;
  constexpr size_t kFewPixels = 1 << 16;
  const Edges column_edges = edges_of_columns(image.pixels, image.width);
  const Edges row_edges = edges_of_rows(image.pixels, image.width);
  const auto edges = std::ranges::count(row_edges, true);
  const size_t most = std::min({kMaxEnlarged, image.width, image.height});
  struct Grid {
    size_t scale;
    Blocks columns;
    Blocks rows;
  };
  std::vector<Grid> squares;  // At least the image as it is.
  for (size_t scale = 1; scale <= most; ++scale) {
    const std::optional<Blocks> columns = blocks_of(column_edges, scale);
    const std::optional<Blocks> rows = blocks_of(row_edges, scale);
    if (columns && rows) squares.push_back({scale, *columns, *rows});
  }
  std::vector<Grid> corrected;
  size_t pixels = image.pixels.size() + kFewPixels;  // that these may have
  for (size_t scale = most; scale >= squares.back().scale && corrected.empty(); --scale) {
    const std::optional<Blocks> columns = blocks_of(column_edges, scale);
    const auto size = kDrawn * static_cast<int64_t>(scale);
    for (int64_t phase = 0; columns && edges >= kFewEdges && phase < size; ++phase) {
      const Blocks rows{size, kRows, phase};
      const size_t more = image.pixels.size() / (scale * scale);
      if (more > pixels || !fits(rows, row_edges)) continue;
      pixels -= more;
      corrected.push_back({scale, *columns, rows});
    }
  }
  if (!corrected.empty() && edges >= kManyEdges) squares.clear();
  for (const auto* grids : {&squares, &corrected}) {
    for (const auto& [scale, columns, rows] : *grids) add_blocks(image, scale, columns, rows);
  }
}

/// Adds the image with one pixel for each block, and its mirror image.
void Query::add_blocks(const Reading& image, size_t scale, const Blocks& columns,
                       const Blocks& rows) {
  Reading reading;
  reading.scale = static_cast<uint32_t>(scale);
  reading.aspect = rows.per > 1;
  reading.by_index = image.by_index;
  reading.columns = columns;
  reading.rows = rows;
  const std::vector<size_t> xs = places_in(columns, image.width);
  const std::vector<size_t> ys = places_in(rows, image.height);
  reading.width = xs.size();
  reading.height = ys.size();
  reading.colors = image.colors;
  reading.transparent = transparent_of(image.colors);
  for (const size_t y : ys) {
    for (const size_t x : xs) reading.pixels.push_back(image.at(x, y));
  }
  add_reading(reading);
  add_reading(mirrored(std::move(reading)));
}

void Query::add_reading(Reading reading) {
  const auto number = static_cast<uint32_t>(readings_.size());
  reading.whole = trimmed_part(reading.pixels, reading.width, reading.transparent);
  reading.pattern = image_pattern(part_of(reading.pixels, reading.width, reading.whole),
                                  reading.whole.width, reading.colors.size());
  const auto at = [&](size_t x, size_t y) { return reading.at(x, y); };
  for (const size_t step : kSteps) {
    for (size_t y = 0; y + window_span(step) <= reading.height; ++y) {
      for (size_t x = 0; x + window_span(step) <= reading.width; ++x) {
        const Pattern pattern = window_pattern(window_from(at, x, y, step), step);
        if (pattern.features == 0) continue;
        windows_.push_back({pattern.hash, number, static_cast<uint32_t>(y * reading.width + x)});
      }
    }
  }
  readings_.push_back(std::move(reading));
}

std::span<const WindowPlace> Query::places_of(uint64_t hash) const {
  constexpr size_t kMost = 24;
  if (!has_[static_cast<size_t>(hash) & (has_.size() - 1)]) return {};
  const auto first = std::ranges::lower_bound(windows_, hash, {}, &WindowPlace::hash);
  const auto last = std::ranges::upper_bound(windows_, hash, {}, &WindowPlace::hash);
  if (last - first > static_cast<ptrdiff_t>(kMost)) return {};
  return {first, last};
}

}  // namespace wardrobe
