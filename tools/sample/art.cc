#include "tools/sample/art.h"

#include <algorithm>

namespace wardrobe::sample {
namespace {

constexpr std::array<int, 17> kQuarter = {0,   25,  50,  74,  98,  121, 142, 162, 181,
                                          198, 213, 226, 237, 245, 251, 255, 256};

/// A square root, rounded down.
int root(int64_t value) {
  int64_t low = 0;
  int64_t high = int64_t{1} << 20;
  while (high - low > 1) {
    const int64_t middle = (low + high) / 2;
    (middle * middle <= value ? low : high) = middle;
  }
  return static_cast<int>(low);
}

int length(Point p) { return root(int64_t{p.x} * p.x + int64_t{p.y} * p.y); }

/// Calls visit(x, y) for the canvas's pixels from `low` to `high`.
template <class Visit>
void for_box(Point low, Point high, Visit&& visit) {
  const int right = std::min(whole(high.x), Canvas::kLeft + Canvas::kWidth - 1);
  const int bottom = std::min(whole(high.y), Canvas::kTop + Canvas::kHeight - 1);
  for (int y = std::max(whole(low.y), Canvas::kTop); y <= bottom; ++y) {
    for (int x = std::max(whole(low.x), Canvas::kLeft); x <= right; ++x) visit(x, y);
  }
}

}  // namespace

int sine(int turn) {
  const auto t = static_cast<unsigned>(turn) % 64;
  const unsigned half = t % 32;
  const int value = kQuarter[half <= 16 ? half : 32 - half];
  return t < 32 ? value : -value;
}

Point away(Point from, int direction, int length) {
  return {from.x + sine(direction) * length / 256, from.y + cosine(direction) * length / 256};
}

Point joint(Point from, Point to, int upper, int lower, int side) {
  const Point span = to - from;
  const int reach = std::max(length(span), 1);
  if (reach >= upper + lower) {
    return {from.x + span.x * upper / (upper + lower), from.y + span.y * upper / (upper + lower)};
  }
  const int along = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const int across = side * root(std::max(0, upper * upper - along * along));
  return {from.x + (span.x * along + span.y * across) / reach,
          from.y + (span.y * along - span.x * across) / reach};
}

void Canvas::shade(int x, int y, int nx, int ny, const Material& material, int bias) {
  const int lit = std::clamp((nx * light_.x + ny * light_.y) / 256 + 256, 0, 511);
  const int count = material.shades;
  const int step = std::clamp(lit * count / 512 + bias, 0, count - 1);
  paint(x, y, {material.shade[static_cast<size_t>(step)], material.rim, material.edge});
}

void Canvas::paint(int x, int y, const Cell& cell) {
  painted_.add(x, y);
  cells_[index(x, y)] = cell;
}

void Canvas::stick(Point a, int ra, Point b, int rb, const Material& material, int bias) {
  const Point axis = b - a;
  const int64_t square = std::max<int64_t>(1, int64_t{axis.x} * axis.x + int64_t{axis.y} * axis.y);
  const int widest = std::max(ra, rb);
  for_box({std::min(a.x, b.x) - widest, std::min(a.y, b.y) - widest},
          {std::max(a.x, b.x) + widest, std::max(a.y, b.y) + widest}, [&](int x, int y) {
            const Point p = at(x, y) - a;
            const int64_t along =
                std::clamp<int64_t>(int64_t{p.x} * axis.x + int64_t{p.y} * axis.y, 0, square);
            const Point off = {p.x - static_cast<int>(axis.x * along / square),
                               p.y - static_cast<int>(axis.y * along / square)};
            const int radius = ra + static_cast<int>((rb - ra) * along / square);
            if (radius <= 0 || off.x * off.x + off.y * off.y > radius * radius) return;
            shade(x, y, off.x * 256 / radius, off.y * 256 / radius, material, bias);
          });
}

void Canvas::ellipse(Point centre, int rx, int ry, const Material& material, int bias) {
  for_box({centre.x - rx, centre.y - ry}, {centre.x + rx, centre.y + ry}, [&](int x, int y) {
    const Point p = at(x, y) - centre;
    const int nx = p.x * 256 / rx;
    const int ny = p.y * 256 / ry;
    if (nx * nx + ny * ny <= 256 * 256) shade(x, y, nx, ny, material, bias);
  });
}

void Canvas::polygon(std::span<const Point> corners, const Material& material, int bias) {
  for (int y = kTop; y < kTop + kHeight; ++y) {
    const int row = y * kPixel + kPixel / 2;
    std::vector<int> crossings;
    for (size_t i = 0; i < corners.size(); ++i) {
      const Point a = corners[i];
      const Point b = corners[(i + 1) % corners.size()];
      if ((a.y <= row) == (b.y <= row)) continue;
      crossings.push_back(a.x + (b.x - a.x) * (row - a.y) / (b.y - a.y));
    }
    std::ranges::sort(crossings);
    for (size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const int left = crossings[i];
      const int right = crossings[i + 1];
      const int half = std::max(1, (right - left) / 2);
      const int first = std::max(whole(left + kPixel / 2), kLeft);
      for (int x = first; x < kLeft + kWidth && x * kPixel + kPixel / 2 < right; ++x) {
        const int nx = (x * kPixel + kPixel / 2 - (left + right) / 2) * 256 / half;
        shade(x, y, std::clamp(nx, -256, 256), 0, material, bias);
      }
    }
  }
}

void Canvas::stamp(std::span<const std::string_view> rows, std::string_view inks, int x, int y,
                   const Material& material) {
  for (size_t row = 0; row < rows.size(); ++row) {
    for (size_t column = 0; column < rows[row].size(); ++column) {
      const size_t ink = inks.find(rows[row][column]);
      if (ink == std::string_view::npos || ink == 0) continue;
      dot(x + static_cast<int>(column), y + static_cast<int>(row), static_cast<uint8_t>(ink),
          material);
    }
  }
}

void Canvas::dot(int x, int y, uint8_t color, const Material& material) {
  if (inside(x, y)) paint(x, y, {color, material.rim, material.edge});
}

void Canvas::shift(int x, int y, const Material& material, int by) {
  if (!inside(x, y)) return;
  const auto first = material.shade.begin();
  const auto found = std::find(first, first + material.shades, cells_[index(x, y)].color);
  if (found == first + material.shades) return;
  const int step = std::clamp(static_cast<int>(found - first) + by, 0, material.shades - 1);
  cells_[index(x, y)].color = material.shade[static_cast<size_t>(step)];
}

uint8_t Canvas::color(int x, int y) const { return inside(x, y) ? cells_[index(x, y)].color : 0; }

void Canvas::put(const Canvas& layer) {
  constexpr std::array<Point, 4> kAround = {Point{1, 0}, Point{-1, 0}, Point{0, 1}, Point{0, -1}};
  layer.for_painted(0, [&](int x, int y) {
    const Cell& cell = layer.cells_[index(x, y)];
    if (cell.color == 0) return;
    paint(x, y, cell);
    for (const Point d : kAround) {
      if (layer.color(x + d.x, y + d.y) != 0 || color(x + d.x, y + d.y) == 0) continue;
      if (cell.rim != 0) cells_[index(x + d.x, y + d.y)].color = cell.rim;
    }
  });
}

void Canvas::paste(const Drawing& drawing, int x, int y, const Material& material) {
  for (size_t i = 0; i < drawing.pixels.size(); ++i) {
    const int column = static_cast<int>(i % drawing.width);
    const int row = static_cast<int>(i / drawing.width);
    if (drawing.pixels[i] == 0) continue;
    dot(x + drawing.x + column, y + drawing.y + row, drawing.pixels[i], material);
  }
}

void Canvas::outline() {
  constexpr std::array<Point, 4> kAround = {Point{0, 1}, Point{1, 0}, Point{-1, 0}, Point{0, -1}};
  const std::vector<Cell> before = cells_;
  for_painted(1, [&](int x, int y) {
    if (before[index(x, y)].color != 0) return;
    for (const Point d : kAround) {
      if (!inside(x + d.x, y + d.y)) continue;
      const Cell& neighbour = before[index(x + d.x, y + d.y)];
      if (neighbour.color == 0 || neighbour.edge == 0) continue;
      paint(x, y, {neighbour.edge, neighbour.rim, 0});
      break;
    }
  });
}

Canvas Canvas::mirrored() const {
  Canvas canvas(light_);
  for_painted(0, [&](int x, int y) {
    if (inside(-x, y)) canvas.paint(-x, y, cells_[index(x, y)]);
  });
  return canvas;
}

Drawing Canvas::drawing() const {
  Bounds box;
  for_painted(0, [&](int x, int y) {
    if (color(x, y) != 0) box.add(x, y);
  });
  if (box.left >= box.right) return {0, 0, 1, 1, {0}};
  Drawing drawing{box.left,
                  box.top,
                  static_cast<uint16_t>(box.right - box.left),
                  static_cast<uint16_t>(box.bottom - box.top),
                  {}};
  for (int y = box.top; y < box.bottom; ++y) {
    for (int x = box.left; x < box.right; ++x) drawing.pixels.push_back(color(x, y));
  }
  return drawing;
}

}  // namespace wardrobe::sample
