#include "tools/sample/caterpillar_art.h"

namespace wardrobe::sample {
namespace {

constexpr std::string_view kInks = ".keabcdyorRpvVUw";

constexpr int px(int pixels) { return pixels * kPixel; }

constexpr Material kGreen{1, 2, {2, 3, 4, 5, 6}, 5};
constexpr Material kSpot{1, 0, {8, 7}, 2};
constexpr Material kBoot{1, 1, {9, 10}, 2};
constexpr Material kHat{1, 12, {12, 13, 14}, 3};
constexpr uint8_t kCheek = 11;
constexpr Light kLight{-110, -231};

constexpr std::array<std::string_view, 7> kHatMap = {
    "..vVVUv..",  //
    "..vVVUv..",  //
    "..vVVUv..",  //
    "..vVVUv..",  //
    "..rRRRr..",  //
    ".vvVVUvv.",  //
    "vVVVUUUVv",  //
};

constexpr std::array<std::string_view, 6> kSideEyes = {
    ".ww..ww.",  //
    "wwwwwwww",  //
    "wwkwwwkw",  //
    "wwkkwwkk",  //
    "wwkwwwkw",  //
    ".ww..ww.",  //
};

constexpr std::array<std::string_view, 6> kFrontEyes = {
    ".www...www.",  //
    "wwwww.wwwww",  //
    "wwkkw.wkkww",  //
    "wwkkw.wkkww",  //
    "wwwww.wwwww",  //
    ".www...www.",  //
};

using MouthMap = std::array<std::string_view, 4>;
constexpr std::array<MouthMap, 3> kMouths = {{
    {"k...k", ".kkk.", ".....", "....."},
    {"kkkkk", "kRrRk", ".kkk.", "....."},
    {".kkk.", "krrrk", "kRRRk", ".kkk."},
}};

/// A boot below the ring's middle; lifted and swung forward in steps 5–7, pushed back in 0–4.
void put_boot(Canvas& canvas, View view, int x, int step, int bias) {
  constexpr std::array<Point, 8> kSteps = {
      {{32, 0}, {16, 0}, {0, 0}, {-16, 0}, {-32, 0}, {-24, 28}, {8, 40}, {32, 20}}};
  const Point swing = kSteps[static_cast<size_t>(step) % 8];
  const int along = view == View::side ? swing.x : 0;
  Canvas boot(kLight);
  const Point heel{px(x) + along - 8, -36 - swing.y};
  const Point toe = heel + Point{view == View::side ? 40 : x * 4, 4};
  boot.stick(heel + Point{0, -24}, 30, heel, 32, kBoot, bias);
  boot.stick(heel, 32, toe, 28, kBoot, bias);
  canvas.put(boot);
}

Canvas body(View view, int step, int rx, int ry) {
  Canvas canvas(kLight);
  if (view == View::side) {
    put_boot(canvas, view, 1, step + 4, -1);
    put_boot(canvas, view, -1, step, 0);
  } else {
    put_boot(canvas, view, -4, step, 0);
    put_boot(canvas, view, 4, step + 4, 0);
  }
  Canvas ring(kLight);
  ring.ellipse({0, px(-10)}, rx, ry, kGreen);
  if (view != View::front) {
    const int height = view == View::side ? px(-11) : px(-13);
    ring.ellipse({view == View::side ? 8 : 0, height}, 36, 34, kSpot);
  }
  canvas.put(ring);
  return canvas;
}

void put_feelers(Canvas& canvas, View view, int frame) {
  constexpr std::array<int, 4> kSwing = {0, 1, 2, 1};
  const int swing = kSwing[static_cast<size_t>(frame) % 4];
  Canvas feelers(kLight);
  for (const int out : {-1, 1}) {
    const int tilt = view == View::side ? 6 + 3 * out + swing : out * (9 - swing);
    const Point root{view == View::side ? px(3) + out * px(2) : out * px(5), px(-19)};
    const Point tip = away(root, 32 - tilt, px(7));
    feelers.stick(root, 12, tip, 12, kGreen, -4);
    feelers.ellipse(tip, 28, 28, kSpot, out);
  }
  canvas.put(feelers);
}

void put_cheek(Canvas& canvas, int x) {
  canvas.dot(x, -9, kCheek, kGreen);
  canvas.dot(x + 1, -9, kCheek, kGreen);
}

}  // namespace

Canvas caterpillar_ring(View view, int step) { return body(view, step, 108, 98); }

Canvas caterpillar_tail(View view, int step) {
  Canvas canvas(kLight);
  if (view == View::side) {
    Canvas tip(kLight);
    tip.stick({px(-2), px(-9)}, 60, {px(-9), px(-13)}, 14, kGreen, -1);
    canvas.put(tip);
  }
  canvas.put(body(view, step, 92, 88));
  if (view == View::back) {
    Canvas tip(kLight);
    tip.stick({0, px(-10)}, 40, {0, px(-17)}, 12, kGreen);
    canvas.put(tip);
  }
  return canvas;
}

Canvas caterpillar_head(View view, int frame) {
  Canvas canvas(kLight);
  put_feelers(canvas, view, frame);
  Canvas head(kLight);
  head.ellipse({view == View::side ? px(1) : 0, px(-12)}, 138, 134, kGreen);
  canvas.put(head);
  Canvas hat(kLight);
  const int x = view == View::side ? -6 : -4;
  hat.stamp(kHatMap, kInks, x, -26, kHat);
  canvas.put(hat);
  if (view == View::side) canvas.stamp(kSideEyes, kInks, 1, -17, kGreen);
  if (view == View::front) canvas.stamp(kFrontEyes, kInks, -5, -17, kGreen);
  if (view != View::back) {
    put_cheek(canvas, view == View::side ? -1 : -6);
    if (view == View::front) put_cheek(canvas, 5);
    canvas.stamp(kMouths[0], kInks, view == View::side ? 3 : -2, -9, kGreen);
  }
  return canvas;
}

Canvas caterpillar_mouth(View view, int frame) {
  Canvas canvas(kLight);
  const auto& map = kMouths[static_cast<size_t>(frame)];
  canvas.stamp(map, kInks, view == View::side ? 3 : -2, -9, kGreen);
  return canvas;
}

}  // namespace wardrobe::sample
