#include "tools/apply/nearest_colors.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace wardrobe {
namespace {

using Lab = std::array<double, 3>;

double linear(uint8_t srgb) {
  const double v = srgb / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// Converts to OKLab (Björn Ottosson, 2020), times 100.
Lab to_lab(const std::array<uint8_t, 3>& rgb) {
  const double r = linear(rgb[0]);
  const double g = linear(rgb[1]);
  const double b = linear(rgb[2]);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {100 * (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
          100 * (1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s),
          100 * (0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)};
}

double distance(const Lab& a, const Lab& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

constexpr uint8_t kOpaque = 128;  // the lowest alpha that is drawn

}  // namespace

RgbaImage to_rgba(const PngHeader& header, PngPicture picture) {
  RgbaImage image{header.width, header.height, {}};
  if (!header.is_indexed()) {
    image.rgba = std::move(picture.pixels);
    return image;
  }
  image.rgba.reserve(4 * picture.pixels.size());
  for (const uint8_t value : picture.pixels) {
    const auto& rgb = picture.palette.rgb[value];
    image.rgba.insert(image.rgba.end(), {rgb[0], rgb[1], rgb[2], picture.palette.alpha[value]});
  }
  return image;
}

RgbaImage reduced(const RgbaImage& image, uint32_t scale) {
  RgbaImage out{image.width / scale, image.height / scale, {}};
  out.rgba.resize(size_t{4} * out.width * out.height);
  const uint32_t count = scale * scale;
  for (size_t i = 0; i < out.rgba.size() / 4; ++i) {
    const size_t left = i % out.width * scale;
    const size_t top = i / out.width * scale;
    std::array<uint32_t, 3> sum{};
    uint32_t alpha = 0;
    for (size_t y = top; y < top + scale; ++y) {
      for (size_t x = left; x < left + scale; ++x) {
        const uint8_t* pixel = &image.rgba[4 * (y * image.width + x)];
        for (size_t c = 0; c < sum.size(); ++c) sum[c] += uint32_t{pixel[c]} * pixel[3];
        alpha += pixel[3];
      }
    }
    for (size_t c = 0; c < sum.size() && alpha != 0; ++c) {
      out.rgba[4 * i + c] = static_cast<uint8_t>((sum[c] + alpha / 2) / alpha);
    }
    out.rgba[4 * i + 3] = static_cast<uint8_t>((alpha + count / 2) / count);
  }
  return out;
}

NearestColors::NearestColors(Bytes rgb, Bytes undrawn)
    : transparent_(undrawn.empty() ? 0 : undrawn[0]) {
  for (size_t i = 0; i < std::min(rgb.size() / 3, rgb_of_.size()); ++i) {
    if (std::ranges::find(undrawn, i) != undrawn.end()) continue;
    const std::array<uint8_t, 3> color = {rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]};
    rgb_of_[i] = color;
    colors_.push_back({static_cast<uint8_t>(i), color, to_lab(color)});
  }
}

const NearestColors::Nearest& NearestColors::nearest_to(std::array<uint8_t, 3> rgb) {
  constexpr size_t kMostKept = 1 << 16;
  if (nearest_.size() == kMostKept) nearest_.clear();
  const uint32_t key = (uint32_t{rgb[0]} << 16) | (uint32_t{rgb[1]} << 8) | rgb[2];
  const auto [found, is_new] = nearest_.try_emplace(key);
  Nearest& nearest = found->second;
  if (!is_new) return nearest;
  const Lab wanted = to_lab(rgb);
  const auto color = std::ranges::min_element(
      colors_, {}, [&](const Color& one) { return distance(one.lab, wanted); });
  nearest.color = static_cast<size_t>(color - colors_.begin());
  nearest.error = distance(color->lab, wanted);
  return nearest;
}

MatchedPicture NearestColors::match(const RgbaImage& image, Bytes old) {
  MatchedPicture out;
  out.pixels.reserve(image.rgba.size() / 4);
  double sum = 0;
  size_t drawn = 0;
  for (size_t i = 0; i < image.rgba.size() / 4; ++i) {
    const uint8_t* pixel = &image.rgba[4 * i];
    const bool is_half = pixel[3] >= kOpaque / 2 && pixel[3] < kOpaque + kOpaque / 2;
    if (is_half && i < old.size() && old[i] != transparent_ && !rgb_of_[old[i]]) {
      out.pixels.push_back(old[i]);
      continue;
    }
    if (pixel[3] < kOpaque) {
      out.pixels.push_back(transparent_);
      continue;
    }
    const Nearest& nearest = nearest_to({pixel[0], pixel[1], pixel[2]});
    const Color& color = colors_[nearest.color];
    const bool keeps_old = i < old.size() && rgb_of_[old[i]] == color.rgb;
    out.pixels.push_back(keeps_old ? old[i] : color.value);
    out.error.worst = std::max(out.error.worst, nearest.error);
    sum += nearest.error;
    ++drawn;
  }
  if (drawn != 0) out.error.mean = sum / static_cast<double>(drawn);
  return out;
}

}  // namespace wardrobe
