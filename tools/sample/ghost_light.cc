#include "tools/sample/ghost_light.h"

namespace wardrobe::sample {
namespace {

constexpr uint8_t kFirstWarm = 10;
constexpr uint8_t kWarms = 5;

constexpr std::array<std::array<int, 4>, 4> kBayer = {
    {{{0, 8, 2, 10}}, {{12, 4, 14, 6}}, {{3, 11, 1, 9}}, {{15, 7, 13, 5}}}};

}  // namespace

int dither(int x, int y) { return kBayer[static_cast<size_t>(y) % 4][static_cast<size_t>(x) % 4]; }

Light ghost_light(GhostView view) {
  return view == GhostView::west ? Light{150, -207} : Light{-150, -207};
}

Canvas turned(const Canvas& canvas, GhostView view) {
  return view == GhostView::west ? canvas.mirrored() : canvas;
}

Point painted_hand(GhostView view) {
  if (is_side(view)) return {16 * kPixel, -40 * kPixel};
  return {(view == GhostView::front ? 14 : -14) * kPixel, -37 * kPixel};
}

void light_up(Canvas& canvas, GhostView view) {
  const Point lantern = painted_hand(view) + Point{0, 9 * kPixel};
  const uint8_t dark = kGhostGlow.shade[0];
  for (int y = Canvas::kTop; y < Canvas::kTop + Canvas::kHeight; ++y) {
    for (int x = Canvas::kLeft; x < Canvas::kLeft + Canvas::kWidth; ++x) {
      const Point off = at(x, y) - lantern;
      const int distance = (off.x * off.x + off.y * off.y) / (kPixel * kPixel);
      if (distance > 100 + dither(x, y) * 12) continue;
      canvas.shift(x, y, kGhostCloth, 1);
      const uint8_t color = canvas.color(x, y);
      if (color < dark || color >= dark + kGhostGlow.shades) continue;
      const int step = (color - dark) * kWarms / kGhostGlow.shades + (distance < 120 ? 1 : 0);
      const int warm = kFirstWarm + (step < kWarms ? step : kWarms - 1);
      canvas.dot(x, y, static_cast<uint8_t>(warm), kGhostGlow);
    }
  }
}

}  // namespace wardrobe::sample
