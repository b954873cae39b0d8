#include "bench/akos_pictures.h"

#include <array>
#include <span>
#include <vector>

#include "bench/synthetic/random.h"
#include "kernels/encode.h"
#include "kernels/row_codes.h"

namespace wardrobe {
namespace {

constexpr uint8_t kTransparent = 255;
constexpr size_t kFirstColor = 16;
constexpr size_t kColors = 64;

struct LengthClass {
  size_t low;
  size_t high;
  size_t percent;
};
constexpr std::array<LengthClass, 8> kLengths = {{{1, 1, 22},
                                                  {2, 2, 13},
                                                  {3, 3, 10},
                                                  {4, 4, 8},
                                                  {5, 7, 13},
                                                  {8, 15, 16},
                                                  {16, 31, 12},
                                                  {32, 63, 6}}};

size_t draw_length(Random& random) {
  size_t at = random.in_range(0, 99);
  size_t i = 0;
  while (at >= kLengths[i].percent) at -= kLengths[i++].percent;
  return random.in_range(kLengths[i].low, kLengths[i].high);
}

/// Returns a random colour other than `last`.
uint8_t draw_color(Random& random, uint8_t last) {
  const size_t step =
      random.in_range(0, 1) == 0 ? random.in_range(1, 4) : random.in_range(1, kColors - 1);
  const size_t signed_step = random.in_range(0, 1) == 0 ? step : kColors - step;
  return static_cast<uint8_t>(kFirstColor + (last - kFirstColor + signed_step) % kColors);
}

/// Draws over the pixels of `row` that are not 0, and makes the others transparent. `above` is the
/// row above; it is empty for the first row.
void draw_row(Random& random, std::span<uint8_t> row, std::span<const uint8_t> above) {
  const bool anew = above.empty() || random.in_range(0, 1) == 0;
  uint8_t color = kFirstColor;
  size_t left = 0;
  for (size_t x = 0; x < row.size(); ++x) {
    if (left-- == 0) {
      color = draw_color(random, color);
      left = draw_length(random) - 1;
    }
    if (row[x] == 0) {
      row[x] = kTransparent;
    } else {
      row[x] = anew || above[x] == kTransparent ? color : above[x];
    }
  }
}

void draw(Random& random, std::span<uint8_t> pixels, size_t width) {
  std::span<uint8_t> above;
  for (size_t at = 0; at < pixels.size(); at += width) {
    const auto row = pixels.subspan(at, width);
    draw_row(random, row, above);
    above = row;
  }
}

/// Whether a stream of rows of codes averages 8 to 12 pixels per code.
template <class Codes>
bool has_usual_codes(std::span<const uint8_t> rows, size_t pixels) {
  size_t codes = 0;
  for (size_t at = 0; at < rows.size();) {
    const size_t end = at + 2 + (rows[at] | rows[at + 1] << 8);
    for (at += 2; at < end; ++codes) at += 1 + Codes::read(rows[at]).data();
  }
  return pixels >= 8 * codes && pixels <= 12 * codes;
}

bool has_usual_codes(std::span<const uint8_t> pixels, size_t width, size_t height) {
  std::vector<uint8_t> bomp(encode_bomp_bound(width, height));
  bomp.resize(encode_bomp(pixels, width, height, bomp));
  std::vector<uint8_t> trle(encode_trle_bound(width, height));
  trle.resize(encode_trle(pixels, width, height, trle));
  return has_usual_codes<BompCodes>(bomp, pixels.size()) &&
         has_usual_codes<TrleCodes>(trle, pixels.size());
}

}  // namespace

SyntheticPictures make_akos_pictures(size_t candidates, uint64_t seed) {
  SyntheticPictures from = make_synthetic_pictures(32, candidates, seed);
  SyntheticPictures pictures;
  pictures.offset.push_back(0);
  Random random(seed);
  for (size_t i = 0; i < candidates; ++i) {
    const auto pixels =
        std::span(from.pixels).subspan(from.offset[i], from.offset[i + 1] - from.offset[i]);
    draw(random, pixels, from.width[i]);
    if (!has_usual_codes(pixels, from.width[i], from.height[i])) continue;
    pictures.width.push_back(from.width[i]);
    pictures.height.push_back(from.height[i]);
    pictures.pixels.insert(pictures.pixels.end(), pixels.begin(), pixels.end());
    pictures.offset.push_back(pictures.pixels.size());
  }
  return pictures;
}

}  // namespace wardrobe
