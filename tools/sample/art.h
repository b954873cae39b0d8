#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wardrobe::sample {

/// The small painter behind the sample game's pictures. All of it is integer arithmetic, so that
/// every machine draws the same pixels. Lengths are in sixteenths of a pixel, x to the right and y
/// down; the actor's anchor (its feet, SCUMM.md §5) is at the corner of pixel (0, 0).
inline constexpr int kPixel = 16;

struct Point {
  int x = 0;
  int y = 0;

  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
};

/// The pixel that contains a coordinate.
constexpr int whole(int sixteenths) { return (sixteenths + (kPixel << 10)) / kPixel - (1 << 10); }

/// The centre of a pixel.
constexpr Point at(int x, int y) { return {x * kPixel + kPixel / 2, y * kPixel + kPixel / 2}; }

/// 256 times the sine of `turn` sixty-fourths of a full turn.
int sine(int turn);
inline int cosine(int turn) { return sine(turn + 16); }

/// The point `length` away from `from`; direction 0 is down, 16 is to the right (in 64ths).
Point away(Point from, int direction, int length);

/// The middle joint of a two-bone limb; `side` 1 bends a hanging limb to the right, −1 to the left.
/// If the end is out of reach the limb is straight.
Point joint(Point from, Point to, int upper, int lower, int side);

/// The colours of a material: its shades from dark to light, the line where it overlaps something
/// else (`rim`), and its outline (`edge`).
struct Material {
  uint8_t edge = 0;
  uint8_t rim = 0;
  std::array<uint8_t, 8> shade{};
  uint8_t shades = 0;
};

/// A picture and its place: row-major pixels; (x, y) is the top left, relative to the anchor.
struct Drawing {
  int x = 0;
  int y = 0;
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;

  friend bool operator==(const Drawing&, const Drawing&) = default;
};

/// The direction of the light: a vector of length 256 that points to it.
struct Light {
  int x = -128;
  int y = -222;
};

/// One layer of paint. Shapes on the same layer blend into each other; layers put on top of each
/// other are separated by a rim.
class Canvas {
 public:
  explicit Canvas(Light light = {}) : light_(light) {}

  /// A rounded stick from a (radius ra) to b (radius rb). `bias` brightens by so many shades.
  void stick(Point a, int ra, Point b, int rb, const Material& material, int bias = 0);
  void ellipse(Point centre, int rx, int ry, const Material& material, int bias = 0);
  /// A polygon, each row shaded as if it were round.
  void polygon(std::span<const Point> corners, const Material& material, int bias = 0);
  /// A picture written with one character a pixel, its top left at pixel (x, y). `key` gives a
  /// colour to each character, `inks` being all characters in the order of colours from 0; blanks
  /// and dots are not painted. `material` supplies rim and edge.
  void stamp(std::span<const std::string_view> rows, std::string_view inks, int x, int y,
             const Material& material);
  /// A single pixel; colour 0 erases.
  void dot(int x, int y, uint8_t color, const Material& material);
  /// Darkens or lightens a painted pixel by one of the shades.
  void shift(int x, int y, const Material& material, int by);
  uint8_t color(int x, int y) const;

  void put(const Canvas& layer);
  /// Puts a picture on top without a rim, moved by (x, y).
  void paste(const Drawing& drawing, int x, int y, const Material& material);
  /// Draws the outline, each pixel in the edge colour of the material next to it.
  void outline();
  /// Erases the painted pixels for which the function returns true.
  template <class Gone>
  void erase_if(Gone&& gone) {
    for_painted(0, [&](int x, int y) {
      if (color(x, y) != 0 && gone(x, y)) dot(x, y, 0, {});
    });
  }

  /// The mirror image about the anchor's pixel, as the engine draws it.
  Canvas mirrored() const;

  /// The painted part, cropped; one transparent pixel if there is none.
  Drawing drawing() const;

  static constexpr int kLeft = -72;
  static constexpr int kTop = -104;
  static constexpr int kWidth = 144;
  static constexpr int kHeight = 120;

 private:
  static bool inside(int x, int y) {
    return x >= kLeft && x < kLeft + kWidth && y >= kTop && y < kTop + kHeight;
  }
  static size_t index(int x, int y) {
    return static_cast<size_t>(y - kTop) * kWidth + static_cast<size_t>(x - kLeft);
  }
  /// A box around pixels; `right` and `bottom` are exclusive.
  struct Bounds {
    int left = kLeft + kWidth;
    int top = kTop + kHeight;
    int right = kLeft;
    int bottom = kTop;

    void add(int x, int y) {
      left = std::min(left, x);
      top = std::min(top, y);
      right = std::max(right, x + 1);
      bottom = std::max(bottom, y + 1);
    }
  };
  /// Calls visit(x, y), row by row, for each pixel within `margin` of where there may be paint.
  template <class Visit>
  void for_painted(int margin, Visit&& visit) const {
    const Bounds box{std::max(painted_.left - margin, kLeft), std::max(painted_.top - margin, kTop),
                     std::min(painted_.right + margin, kLeft + kWidth),
                     std::min(painted_.bottom + margin, kTop + kHeight)};
    for (int y = box.top; y < box.bottom; ++y) {
      for (int x = box.left; x < box.right; ++x) visit(x, y);
    }
  }
  /// Paints with the shade for a surface whose normal is (nx, ny) / 256 in the picture plane.
  void shade(int x, int y, int nx, int ny, const Material& material, int bias);

  struct Cell {
    uint8_t color = 0;
    uint8_t rim = 0;
    uint8_t edge = 0;
  };
  void paint(int x, int y, const Cell& cell);

  Light light_;
  Bounds painted_;  ///< where there may be paint
  std::vector<Cell> cells_ = std::vector<Cell>(size_t{kWidth} * kHeight);
};

}  // namespace wardrobe::sample
