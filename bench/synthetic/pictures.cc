#include "bench/synthetic/pictures.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "bench/synthetic/random.h"
#include "formats/hash.h"

namespace wardrobe {
namespace {

// There is no floating point in this file, so the pictures are the same on every platform.

/// Sizes at these quantiles, in percent, with linear interpolation between them.
constexpr std::array kQuantiles = {0, 5, 25, 50, 75, 95, 100};
using SizeTable = std::array<int, kQuantiles.size()>;

/// Lengths of opaque runs, and the share of each class in percent.
struct LengthClass {
  int low;
  int high;
};
constexpr std::array<LengthClass, 8> kLengths = {
    {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 7}, {8, 15}, {16, 31}, {32, 63}}};
using LengthTable = std::array<int, kLengths.size()>;

/// The character of a game's pictures.
struct Style {
  int percent;  ///< share of all animations
  SizeTable width;
  SizeTable height;
  LengthTable lengths;
  int coverage;  ///< how far the figure fills its box, in percent of an ellipse's height
};

/// Most pixels a side of a new figure.
constexpr int kMostWidth = 640;
constexpr int kMostHeight = 480;

constexpr std::array<Style, 3> kStyles = {{
    {14, {1, 6, 13, 18, 24, 40, 143}, {1, 8, 13, 35, 48, 53, 88}, {53, 22, 9, 5, 6, 4, 1, 0}, 72},
    {42,
     {1, 3, 24, 44, 73, 138, 252},
     {1, 3, 22, 33, 62, 108, 146},
     {31, 18, 12, 8, 13, 12, 5, 1},
     76},
    {44, {1, 1, 28, 47, 70, 182, 244}, {1, 1, 22, 50, 68, 74, 171}, {52, 17, 9, 6, 8, 6, 2, 0}, 56},
}};

int draw_size(Random& random, const SizeTable& table) {
  const int at = random.in_range(0, 999);
  size_t i = 1;
  while (kQuantiles[i] * 10 <= at) ++i;
  const int low = kQuantiles[i - 1] * 10;
  const int high = kQuantiles[i] * 10;
  return std::max(1, table[i - 1] + (table[i] - table[i - 1]) * (at - low) / (high - low));
}

int draw_length(Random& random, const LengthTable& table) {
  int at = random.in_range(0, 99);
  size_t i = 0;
  while (i + 1 < table.size() && at >= table[i]) at -= table[i++];
  return random.in_range(kLengths[i].low, kLengths[i].high);
}

int square_root(int n) {
  int root = 0;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

size_t area(int width, int height) {
  return static_cast<size_t>(width) * static_cast<size_t>(height);
}

const Style& draw_style(Random& random) {
  int at = random.in_range(0, 99);
  size_t i = 0;
  while (at >= kStyles[i].percent) at -= kStyles[i++].percent;
  return kStyles[i];
}

/// One animation's figure, changed from frame to frame.
class Figure {
 public:
  Figure(Random& random, const Style& style, unsigned colors, int zoom)
      : random_(random),
        style_(style),
        zoom_(zoom),
        width_(std::min(kMostWidth, zoom * draw_size(random, style.width))),
        height_(std::min(kMostHeight, zoom * draw_size(random, style.height))),
        palette_(static_cast<int>(colors) * random.in_range(30, 90) / 100),
        pixels_(area(width_, height_)) {
    draw();
  }

  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<uint8_t>& pixels() const { return pixels_; }

  /// Makes the next frame. Parts of the figure move by a pixel or two, and parts are redrawn.
  void step() {
    if (random_.percent(30)) {
      const int taller = random_.in_range(-1, 1);
      const int wider = random_.in_range(-1, 1);
      resize(width_ + wider, height_ + taller);
    }
    const int parts = random_.in_range(1, 3);
    for (int i = 0; i < parts; ++i) move_part();
    const int redrawn = 1 + width_ / 8;
    for (int i = 0; i < redrawn; ++i) redraw_part(random_.in_range(0, width_ - 1));
  }

  /// Makes the figure larger. It is for a frame that repeats an earlier one and is too small to
  /// vary.
  void grow() {
    resize(width_ + 1, height_ + 1);
    draw();
  }

 private:
  uint8_t& at(int x, int y) { return pixels_[area(y, width_) + static_cast<size_t>(x)]; }

  /// Returns a random colour. The first colours of a palette are the most common.
  uint8_t draw_color() {
    const int a = random_.in_range(1, palette_);
    return static_cast<uint8_t>(std::min(a, random_.in_range(1, palette_)));
  }

  /// Fills the opaque pixels of a column from `top` to before `bottom` with runs.
  void draw_runs(int x, int top, int bottom) {
    int left = 0;
    uint8_t color = 0;
    for (int y = top; y < bottom; ++y) {
      if (left-- == 0) {
        left = draw_length(random_, style_.lengths) * (1 + zoom_) / 2 - 1;
        const uint8_t last = color;
        while (color == last) color = draw_color();
      }
      if (at(x, y) != 0) at(x, y) = color;
    }
  }

  void redraw_part(int x) {
    const int a = random_.in_range(0, height_);
    const int b = random_.in_range(0, height_);
    draw_runs(x, std::min(a, b), std::max(a, b));
  }

  /// Cuts an ellipse with a ragged edge out of the box, then draws column after column, each
  /// similar to the one before.
  void draw() {
    int lean = 0;
    int ragged = 0;
    for (int x = 0; x < width_; ++x) {
      const int u = 2 * x + 1 - width_;
      const int half = height_ * square_root(1024 - 1024 * u / width_ * u / width_) / 64;
      ragged = std::clamp(ragged + random_.in_range(-5, 5), -30, 30);
      lean = std::clamp(lean + random_.in_range(-1, 1), -height_ / 8, height_ / 8);
      const int reach = std::max(1, half * (style_.coverage + ragged) / 100);
      for (int y = 0; y < height_; ++y) {
        const int from_middle = 2 * y + 1 - height_ - 2 * lean;
        at(x, y) = std::abs(from_middle) <= 2 * reach ? 1 : 0;
      }
      draw_column(x);
    }
  }

  void draw_column(int x) {
    draw_runs(x, 0, height_);
    if (x == 0 || random_.percent(20)) return;
    for (int y = 0; y < height_; ++y) {
      if (at(x, y) != 0 && at(x - 1, y) != 0) at(x, y) = at(x - 1, y);
    }
    redraw_part(x);
  }

  /// Moves a band of columns up or down by a pixel.
  void move_part() {
    const int a = random_.in_range(0, width_ - 1);
    const int b = std::min(width_, a + 1 + width_ / 5);
    const bool up = random_.percent(50);
    for (int x = a; x < b; ++x) {
      for (int i = 0; i + 1 < height_; ++i) {
        if (up) {
          at(x, i) = at(x, i + 1);
        } else {
          at(x, height_ - 1 - i) = at(x, height_ - 2 - i);
        }
      }
    }
  }

  void resize(int width, int height) {
    width = std::max(width, 1);
    height = std::max(height, 1);
    std::vector<uint8_t> pixels(area(width, height));
    for (int y = 0; y < std::min(height, height_); ++y) {
      for (int x = 0; x < std::min(width, width_); ++x) {
        pixels[area(y, width) + static_cast<size_t>(x)] = at(x, y);
      }
    }
    width_ = width;
    height_ = height;
    pixels_ = std::move(pixels);
  }

  Random& random_;
  const Style& style_;
  int zoom_;
  int width_;
  int height_;
  int palette_;  ///< number of opaque colours that the figure uses
  std::vector<uint8_t> pixels_;
};

}  // namespace

PictureSource synthetic_pictures(unsigned colors, uint64_t seed,
                                 std::unordered_set<uint64_t>& known, int zoom) {
  struct State {
    Random random;
    std::optional<Figure> figure;
    int frames_left = 0;  ///< of the figure
  };
  const auto state = std::make_shared<State>(State{Random(seed), {}, 0});
  return [=, &known]() -> SyntheticPicture {
    auto& [random, figure, frames_left] = *state;
    if (figure) figure->step();
    if (frames_left == 0) {
      figure.emplace(random, draw_style(random), colors, zoom);
      frames_left = random.in_range(8, 16);
    }
    --frames_left;
    while (!known.insert(quick_hash(figure->pixels()) + static_cast<uint64_t>(figure->width()))
                .second) {
      figure->grow();
    }
    return {static_cast<uint16_t>(figure->width()), static_cast<uint16_t>(figure->height()),
            figure->pixels()};
  };
}

}  // namespace wardrobe
