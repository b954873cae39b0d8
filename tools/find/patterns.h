#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace wardrobe {

/// Patterns of equal pixels: what stays the same if every colour is replaced by another one.

/// Columns and rows of the windows by which a part of a picture is looked up.
inline constexpr size_t kWindow = 5;
/// Distances between these. The second one is for pictures of which every other pixel is
/// transparent.
inline constexpr std::array<size_t, 2> kSteps = {1, 2};
/// Columns and rows from the first one to the last.
constexpr size_t window_span(size_t step) { return (kWindow - 1) * step + 1; }
/// Features that a window needs to be looked up.
inline constexpr uint32_t kWindowFeatures = 4;

/// Whether a pixel is a feature, that is, does not continue the edges around it: stripes and flat
/// areas have no features, whatever their size. `diagonal` is above `left`.
template <class Value>
constexpr bool is_feature(Value value, Value left, Value above, Value diagonal) {
  if (left == diagonal) return value != above;
  if (above == diagonal) return value != left;
  return value != left && value != above;
}

/// The same for the pixel at x, y, among those at distances of `step`. at(x, y) returns a pixel.
template <class At>
constexpr bool is_feature_at(const At& at, size_t x, size_t y, size_t step = 1) {
  return is_feature(at(x, y), at(x - step, y), at(x, y - step), at(x - step, y - step));
}

constexpr uint64_t mixed(uint64_t hash, uint64_t next) {
  hash = (hash ^ next) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

/// What is equal in some pixels.
struct Pattern {
  uint64_t hash = 0;
  uint32_t features = 0;
};

template <class Value>
using Window = std::array<Value, kWindow * kWindow>;

/// The window from x, y on, row by row.
template <class At>
auto window_from(const At& at, size_t x, size_t y, size_t step = 1) {
  Window<std::decay_t<decltype(at(x, y))>> window{};
  for (size_t i = 0; i < window.size(); ++i)
    window[i] = at(x + step * (i % kWindow), y + step * (i / kWindow));
  return window;
}

/// The pattern of a window; without features, if these are too few for it to be looked up.
template <class Value>
Pattern window_pattern(const Window<Value>& window, size_t step = 1) {
  Pattern pattern{step, 0};
  const auto at = [&](size_t x, size_t y) { return window[y * kWindow + x]; };
  for (size_t y = 1; y < kWindow; ++y) {
    for (size_t x = 1; x < kWindow; ++x) pattern.features += is_feature_at(at, x, y) ? 1 : 0;
  }
  if (pattern.features < kWindowFeatures) return {};
  Window<uint8_t> first{};  // where each value is first
  for (size_t i = 1; i < window.size(); ++i) {
    if (window[i] == window[i - 1]) {
      first[i] = first[i - 1];
    } else if (i >= kWindow && window[i] == window[i - kWindow]) {
      first[i] = first[i - kWindow];
    } else {
      first[i] = static_cast<uint8_t>(std::ranges::find(window, window[i]) - window.begin());
    }
  }
  for (size_t i = 1; i < first.size(); i += sizeof(uint64_t)) {
    uint64_t places = 0;
    std::memcpy(&places, &first[i], sizeof places);
    pattern.hash = mixed(pattern.hash, places);
  }
  return pattern;
}
static_assert((kWindow * kWindow - 1) % sizeof(uint64_t) == 0);

/// The pattern of an image, whose values are below `values`.
template <class Value>
Pattern image_pattern(const std::vector<Value>& pixels, size_t width, size_t values) {
  Pattern pattern;
  std::vector<uint32_t> number(values, 0);  // in order of first use, from 1
  uint32_t last = 0;
  const auto at = [&](size_t x, size_t y) { return pixels[y * width + x]; };
  for (size_t i = 0; i < pixels.size(); ++i) {
    uint32_t& known = number[pixels[i]];
    if (known == 0) known = ++last;
    pattern.hash = mixed(pattern.hash, known);
    if (i < width || i % width == 0) continue;
    pattern.features += is_feature_at(at, i % width, i / width) ? 1 : 0;
  }
  pattern.hash = mixed(mixed(pattern.hash, width), pixels.size());
  return pattern;
}

/// A rectangle of pixels of an image.
struct ImagePart {
  size_t left = 0;
  size_t top = 0;
  size_t width = 0;
  size_t height = 0;
};

/// The smallest part that holds all pixels but those of the value `nothing`; empty if there are
/// none.
template <class Value>
ImagePart trimmed_part(const std::vector<Value>& pixels, size_t width, Value nothing) {
  size_t left = width;
  size_t right = 0;
  size_t top = 0;
  size_t bottom = 0;
  for (size_t y = 0; y * width < pixels.size(); ++y) {
    for (size_t x = 0; x < width; ++x) {
      if (pixels[y * width + x] == nothing) continue;
      if (bottom == 0) top = y;
      bottom = y + 1;
      left = std::min(left, x);
      right = std::max(right, x + 1);
    }
  }
  if (bottom == 0) return {};
  return {left, top, right - left, bottom - top};
}

template <class Value>
std::vector<Value> part_of(const std::vector<Value>& pixels, size_t width, const ImagePart& part) {
  std::vector<Value> cut;
  cut.reserve(part.width * part.height);
  for (size_t y = part.top; y < part.top + part.height; ++y) {
    const auto row = pixels.begin() + static_cast<ptrdiff_t>(y * width + part.left);
    cut.insert(cut.end(), row, row + static_cast<ptrdiff_t>(part.width));
  }
  return cut;
}

}  // namespace wardrobe
