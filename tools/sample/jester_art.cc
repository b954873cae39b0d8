#include "tools/sample/jester.h"

namespace wardrobe::sample {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

constexpr std::string_view kInks = ".kbsmlerRgoYtTcw";

constexpr Material kSkin{2, 2, {3, 4, 5}, 3};
constexpr Material kRed{1, 1, {6, 7, 8}, 3};
constexpr Material kGold{1, 1, {9, 10, 11}, 3};
constexpr Material kTeal{1, 1, {12, 13, 14}, 3};
constexpr Material kBall{1, 1, {13, 14, 15}, 3};
constexpr Material kBell{1, 1, {9, 11, 15}, 3};

using Rows = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> kFrontCollar = {
    "TcccccccccccT",  //
    "tTcTTcTTcTTct",  //
    ".tT.tTt.tTt.t",  //
    "..t..t...t...",  //
};

constexpr std::array<std::string_view, 4> kSideCollar = {
    "Tccccccc",  //
    "tTcTTcTc",  //
    ".tT.tTt.",  //
    "..t..t..",  //
};

constexpr std::array<std::string_view, 9> kFrontFace = {
    "s.........s",  //
    "..bb...bb..",  //
    ".b..l.l..b.",  //
    "..wk.l.kw..",  //
    "..wk.l.kw..",  //
    "..l..l..l..",  //
    ".RR.lmm.RR.",  //
    "..b.....b..",  //
    "...bbbbb...",  //
};

constexpr std::array<std::string_view, 9> kSideFace = {
    "s.......",  //
    "..bb..b.",  //
    ".b..l..b",  //
    "..wk.wk.",  //
    "..wk.wk.",  //
    "..l.ll.l",  //
    ".RR..lml",  //
    "..b....m",  //
    "...bbbb.",  //
};

constexpr std::array<std::array<std::string_view, 3>, 3> kMouths = {{
    {"lllll", "lbbbl", "lllll"},
    {"lbbbl", "lbebl", "llbll"},
    {"bwwwb", "beeeb", "lbbbl"},
}};

struct Motley {
  Material left;
  Material right;
};

/// The halves of his clothes as the viewer sees them: his right is red.
Motley motley(View view) { return view == View::back ? Motley{kGold, kRed} : Motley{kRed, kGold}; }

Dress dress(View view) {
  const Motley worn = motley(view);
  Dress dress{{worn.right, worn.left}, {kTeal, kTeal}, {worn.right, worn.left}, kSkin};
  dress.thigh = 46;
  dress.shin = 38;
  dress.shaft = 72;
  dress.toe = 92;
  dress.arm = 38;
  dress.shoulder = px(5) + 8;
  return dress;
}

using Cut = std::array<Point, 11>;

/// The tunic, with a jagged hem.
Cut tunic_cut(View view, Point hip, Point neck, int wind) {
  const int half = view == View::side ? px(4) : px(6);
  const int hem = half + px(1);
  return {neck + Point{-half + px(2), 0},  neck + Point{half - px(2), 0},
          neck + Point{half, px(4)},       hip + Point{half - px(1), px(-4)},
          hip + Point{hem, px(4)},         hip + Point{hem / 2, px(1)},
          hip + Point{-wind / 2, px(5)},   hip + Point{-hem / 2, px(1)},
          hip + Point{-hem - wind, px(4)}, hip + Point{-half + px(1), px(-4)},
          neck + Point{-half, px(4)}};
}

Canvas tunic(View view, const Figure& figure, int wind) {
  const Motley worn = motley(view);
  const Cut cut = tunic_cut(view, figure.hip(), figure.neck(), wind);
  const int seam = whole(figure.neck().x);
  Canvas canvas(figure.light());
  canvas.polygon(cut, worn.left);
  if (view != View::side) {
    Canvas right(figure.light());
    right.polygon(cut, worn.right);
    right.erase_if([seam](int x, int) { return x < seam; });
    canvas.put(right);
  }
  const int belt = whole(figure.hip().y) - 4;
  for (int x = Canvas::kLeft; x < Canvas::kLeft + Canvas::kWidth; ++x) {
    if (canvas.color(x, belt) == 0) continue;
    canvas.dot(x, belt, 12, kTeal);
    canvas.dot(x, belt + 1, x == whole(figure.hip().x) + (view == View::side ? 2 : 0) ? 15 : 13,
               kTeal);
  }
  return canvas;
}

void put_horn(Canvas& canvas, Light light, Point root, Point bend, Point tip,
              const Material& cloth) {
  Canvas horn(light);
  horn.stick(root, 52, bend, 36, cloth);
  horn.stick(bend, 36, tip, 16, cloth);
  Canvas bell(light);
  bell.ellipse(tip + Point{0, px(1)}, 30, 30, kBell);
  horn.put(bell);
  canvas.put(horn);
}

/// The cap's horns; those behind the head first.
void put_horns(Canvas& canvas, View view, Light light, int sway) {
  const Motley worn = motley(view);
  const int left = view == View::side ? px(-4) : px(-3);
  const int right = view == View::side ? px(2) : px(3);
  const int middle = (left + right) / 2;
  put_horn(canvas, light, {middle, px(-54)}, {middle + sway / 2, px(-60)}, {middle + sway, px(-64)},
           view == View::side ? worn.left : kTeal);
  put_horn(canvas, light, {left, px(-53)}, {left - px(4), px(-58) + sway},
           {left - px(7) - sway / 2, px(-51) + sway}, worn.left);
  put_horn(canvas, light, {right, px(-53)}, {right + px(4), px(-58) - sway},
           {right + px(7) - sway / 2, px(-51) - sway}, worn.right);
}

void put_cap(Canvas& canvas, View view, Light light) {
  const Motley worn = motley(view);
  const int brim = view == View::back ? -43 : -52;
  const auto half = [&](const Material& cloth, bool is_right) {
    Canvas cap(light);
    cap.ellipse({8, px(-49)}, 108, 110, cloth);
    cap.erase_if(
        [=](int x, int y) { return y > brim || (is_right && x < (view == View::side ? 3 : 0)); });
    canvas.put(cap);
  };
  half(worn.left, false);
  half(worn.right, true);
}

}  // namespace

Pose juggle_pose(View view, int frame) {
  Pose pose = stand_pose(view);
  for (size_t i = 0; i < 2; ++i) {
    const int turn = (frame + 3 * static_cast<int>(i)) * 64 / kJuggleFrames;
    const int out = view == View::side ? 1 : i == 0 ? -1 : 1;
    const int forearm = 17 + 4 * cosine(turn) / 256;
    const int upper = (view == View::side ? 1 : 3) + 2 * sine(turn) / 256;
    pose.arm[i] = {out * upper, out * forearm, view == View::side ? 100 : 88, view == View::back};
  }
  return pose;
}

Pose bow_pose(View view, int frame) {
  Pose pose = stand_pose(view);
  if (view == View::side) {
    pose.hip.x = px(-frame);
    pose.shoulder = {px(3 * frame), px(frame * (frame + 1) / 2 + frame)};
    pose.arm = {ArmPose{-4 * frame, -5 * frame}, ArmPose{3 * frame, 4 * frame}};
  } else {
    pose.shoulder.y = px(2 * frame);
    pose.arm[0] = {-3 - 4 * frame, -4 - 3 * frame};
    pose.arm[1] = {3 - frame, 1 - 5 * frame, 100 - 8 * frame, view == View::back};
  }
  return pose;
}

Point jester_hand(View view, const Pose& pose, size_t which) {
  return Figure(view, pose, dress(view)).hand(which);
}

Canvas jester_body(View view, const Pose& pose) {
  const Figure figure(view, pose, dress(view));
  Canvas canvas;
  figure.put_arms(canvas, true);
  figure.put_legs(canvas);
  canvas.put(tunic(view, figure, pose.wind));
  const Rows collar = view == View::side ? Rows(kSideCollar) : Rows(kFrontCollar);
  const int left = whole(figure.neck().x) - (view == View::side ? 4 : 6);
  Canvas ruff;
  ruff.stamp(collar, kInks, left, whole(figure.neck().y) - 1, kTeal);
  canvas.put(ruff);
  figure.put_arms(canvas, false);
  return canvas;
}

Canvas jester_head(View view, int frame) {
  const Light light = view == View::side ? Light{150, -207} : Light{-150, -207};
  constexpr std::array<int, 4> kSway = {0, 14, 0, -14};
  Canvas canvas(light);
  Canvas face(light);
  face.ellipse({view == View::side ? 16 : 8, px(-47)}, 98, 104, kSkin, 1);
  if (view == View::side) face.ellipse({px(7), px(-46) + 8}, 26, 24, kSkin);
  canvas.put(face);
  put_horns(canvas, view, light, kSway[static_cast<size_t>(frame) % 4]);
  put_cap(canvas, view, light);
  if (view == View::side) canvas.stamp(kSideFace, kInks, 0, -51, kSkin);
  if (view == View::front) canvas.stamp(kFrontFace, kInks, -5, -51, kSkin);
  return canvas;
}

Canvas jester_mouth(View view, int mouth) {
  Canvas canvas;
  canvas.stamp(kMouths[static_cast<size_t>(mouth)], kInks, view == View::side ? 2 : -2, -44, kSkin);
  return canvas;
}

Canvas jester_ball(int spin) {
  Canvas canvas;
  canvas.ellipse({8, 8}, 43, 43, kBall);
  constexpr std::array<Point, 3> kStripe = {{{-1, -2}, {1, 0}, {-1, 1}}};
  const Point stripe = kStripe[static_cast<size_t>(spin)];
  canvas.dot(stripe.x, stripe.y, 7, kBall);
  canvas.dot(stripe.x + 1, stripe.y, 7, kBall);
  return canvas;
}

}  // namespace wardrobe::sample
