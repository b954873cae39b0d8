#include "tools/sample/ghost_light.h"

namespace wardrobe::sample {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

constexpr uint8_t kClasp = 21;
constexpr uint8_t kFaintLight = 19;
constexpr uint8_t kLight = 20;
constexpr Material kIron{1, 1, {15, 16, 17, 18}, 4};

constexpr std::array<std::string_view, 14> kLantern = {
    "....I....",  //
    "...I.J...",  //
    "...IIJ...",  //
    "..IJLMJ..",  //
    ".IJLLMMJ.",  //
    ".IJJLLJI.",  //
    ".I.nno.I.",  //
    ".Ino.onJ.",  //
    ".Io...oJ.",  //
    ".Io...oJ.",  //
    ".In...nJ.",  //
    ".IJLLMJJ.",  //
    "..IJLMJ..",  //
    "...IJJ...",  //
};

using FlameMap = std::array<std::string_view, 5>;
constexpr std::array<FlameMap, 4> kFlames = {{
    {"ooqoo", "oqrqo", "pqrqp", "pqrqp", "opqpo"},
    {"oooqo", "opqro", "pqrqp", "pqrqp", "opqpo"},
    {"opooo", "oqqpo", "pqrqo", "pqrrp", "opqpo"},
    {"oqooo", "orqpo", "pqrqp", "pqrqp", "ooqpo"},
}};

struct Bone {
  int down;    ///< pixels from the neck
  int radius;  ///< in 16ths
  int back;    ///< how far it streams back, in 16ths
  int wave;    ///< how far it waves
};

constexpr std::array<Bone, 6> kSpine = {{
    {0, 92, 0, 0},
    {10, 136, 8, 4},
    {20, 130, 40, 12},
    {28, 100, 92, 26},
    {35, 58, 150, 40},
    {41, 20, 214, 54},
}};

constexpr Point kNeck{0, px(-43)};

Point spine(GhostView view, size_t bone, int frame, bool floats) {
  const Bone& b = kSpine[bone];
  const int turn = frame * 64 / kGhostFrames - static_cast<int>(bone) * 9;
  const int back = is_side(view) ? b.back * (floats ? 4 : 1) / 4 : 0;
  return kNeck + Point{sine(turn) * b.wave / 256 - back, px(b.down) - (floats ? back / 8 : 0)};
}

Canvas robe_cloth(GhostView view, int frame, bool floats) {
  Canvas robe(ghost_light(view));
  for (size_t bone = kSpine.size() - 1; bone > 0; --bone) {
    robe.stick(spine(view, bone - 1, frame, floats), kSpine[bone - 1].radius,
               spine(view, bone, frame, floats), kSpine[bone].radius, kGhostGlow);
  }
  for (size_t bone = 1; bone + 1 < kSpine.size(); ++bone) {
    const Point from = spine(view, bone, frame, floats);
    const Point to = spine(view, bone + 1, frame, floats);
    for (int y = whole(from.y); y < whole(to.y); ++y) {
      const int x = from.x + (to.x - from.x) * (px(y) - from.y) / (to.y - from.y);
      for (const int fold : {-58, 6, 60}) robe.shift(whole(x + fold), y, kGhostGlow, -2);
    }
  }
  return robe;
}

/// The arm without the lantern; from the West it is hidden.
Canvas free_arm(GhostView view, int frame) {
  Canvas arm(ghost_light(view));
  if (view == GhostView::west) return arm;
  const int out = view == GhostView::back ? 1 : -1;
  const Point shoulder{is_side(view) ? px(-1) : out * px(7), px(-36)};
  const int hang = (is_side(view) ? -2 : 3 * out) + sine(frame * 64 / kGhostFrames) * 2 / 256;
  const Point cuff = away(shoulder, hang, px(13));
  arm.stick(shoulder, 44, cuff, 56, kGhostGlow);
  arm.ellipse(away(cuff, hang, 50), 30, 34, kGhostGlow, 2);
  return arm;
}

Canvas cape(GhostView view) {
  const int half = is_side(view) ? px(7) : px(9);
  const std::array<Point, 7> cut = {{{px(-4), px(-44)},
                                     {px(4), px(-44)},
                                     {half, px(-38)},
                                     {half + 8, px(-33)},
                                     {0, px(-30)},
                                     {-half - 8, px(-33)},
                                     {-half, px(-38)}}};
  Canvas cape(ghost_light(view));
  cape.polygon(cut, kGhostCloth);
  if (view != GhostView::back) cape.dot(is_side(view) ? 3 : 0, -42, kClasp, kGhostCloth);
  return cape;
}

/// Lets the robe's end dissolve in the air.
void fray(Canvas& canvas) {
  canvas.erase_if([](int x, int y) { return y > -23 && dither(x, y) * 20 / 16 > -y - 3; });
}

}  // namespace

Point ghost_hand(GhostView view) {
  const Point hand = painted_hand(view);
  return view == GhostView::west ? Point{-hand.x, hand.y} : hand;
}

bool ghost_arm_is_far(GhostView view) { return view == GhostView::east; }

Canvas ghost_robe(GhostView view, int frame, bool floats) {
  Canvas robe = robe_cloth(view, frame, floats);
  robe.put(free_arm(view, frame));
  robe.put(cape(view));
  light_up(robe, view);
  robe.outline();
  fray(robe);
  return turned(robe, view);
}

Canvas ghost_arm(GhostView view) {
  Canvas arm(ghost_light(view));
  const Point hand = painted_hand(view);
  const int out = hand.x > 0 ? 1 : -1;
  const Point shoulder = is_side(view) ? Point{px(1), px(-36)} : Point{out * px(7), px(-36)};
  const Point elbow = shoulder + Point{out * px(is_side(view) ? 7 : 3), px(3)};
  arm.ellipse(hand + Point{-out * 10, 0}, 34, 34, kGhostGlow, 2);
  Canvas sleeve(ghost_light(view));
  sleeve.stick(shoulder, 44, elbow, 46, kGhostGlow);
  sleeve.stick(elbow, 46, hand + Point{-out * 36, 4}, 60, kGhostGlow);
  arm.put(sleeve);
  light_up(arm, view);
  arm.outline();
  return turned(arm, view);
}

Canvas ghost_lantern(int frame) {
  Canvas canvas;
  canvas.stamp(kLantern, kGhostInks, -4, -1, kIron);
  canvas.stamp(kFlames[static_cast<size_t>(frame)], kGhostInks, -2, 5, kIron);
  canvas.outline();
  const int reach = 92 + 14 * (frame % 2);
  for (int y = -4; y < 22; ++y) {
    for (int x = -12; x <= 12; ++x) {
      const int distance = x * x + (y - 7) * (y - 7);
      if (canvas.color(x, y) == 0 && distance < reach && dither(x, y) * 8 > distance) {
        canvas.dot(x, y, distance < 60 ? kLight : kFaintLight, {});
      }
    }
  }
  return canvas;
}

Canvas ghost_fading(GhostView view, int frame) {
  Canvas canvas;
  if (ghost_arm_is_far(view)) canvas.put(ghost_arm(view));
  canvas.put(ghost_robe(view, frame, false));
  canvas.put(ghost_head(view, frame > 1));
  if (!ghost_arm_is_far(view)) canvas.put(ghost_arm(view));
  const Point hand = ghost_hand(view);
  canvas.paste(ghost_lantern(frame % 4).drawing(), whole(hand.x), whole(hand.y), kIron);
  canvas.erase_if([frame](int x, int y) { return dither(x, y) < frame * 4 - 1; });
  return canvas;
}

}  // namespace wardrobe::sample
