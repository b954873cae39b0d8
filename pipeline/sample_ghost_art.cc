#include "pipeline/sample_ghost.h"

namespace wardrobe {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

/// 1 ink, a–h the ghost's own light, u–y what the lantern lights, I–M iron, n–r flame, E F eyes,
/// T–W cloth, B C beard.
constexpr std::string_view kInks = ".kabcdefghuvwxyIJLMnopqrEFTUVWBC";
constexpr uint8_t kFirstGlow = 2;
constexpr uint8_t kGlows = 8;
constexpr uint8_t kFirstWarm = 10;
constexpr uint8_t kWarms = 5;
constexpr uint8_t kFirstCloth = 26;

constexpr Material kGlow{2, 2, {2, 3, 4, 5, 6, 7, 8, 9}, 8};
constexpr Material kCloth{1, 1, {26, 27, 28, 29}, 4};
constexpr Material kBeard{2, 3, {30, 31}, 2};
constexpr Material kIron{1, 1, {15, 16, 17, 18}, 4};

using Rows = std::span<const std::string_view>;

constexpr std::array<std::string_view, 15> kSideHead = {
    ".....VVVW.......",  //
    "....UVVVVW......",  //
    "...TUUVVVWW.....",  //
    "T.TTUUUVVVWW..W.",  //
    "TTTTTUUUVVVWWWWW",  //
    ".xTTTTUUUVVVWWx.",  //
    "..kTTTTTTUUUUk..",  //
    "..cdddeefffff...",  //
    "..cdekkkffkkk...",  //
    "..cddkFkgfkFke..",  //
    "..bcdekefggkfg..",  //
    "...bBCCCCgCCC...",  //
    "...BBCCCCCCCC...",  //
    "....BBCCCCCC....",  //
    ".....BBCCCC.....",  //
};

constexpr std::array<std::string_view, 15> kFrontHead = {
    "......VVVW......",  //
    ".....UVVVVW.....",  //
    "W...TUUVVVWW...W",  //
    "WW.TTUUUVVVWW.WW",  //
    ".WWTTUUUVVVWWWW.",  //
    "..xWWTUUVVWWWx..",  //
    "...kTTTUUTTTk...",  //
    "...gffffeeedd...",  //
    "...fkkkffkkkd...",  //
    "...fkFkgfkFkd...",  //
    "...ffkgggfkec...",  //
    "...CCCCghCCCB...",  //
    "...CCCCCCCCBB...",  //
    "....CCCCCCBB....",  //
    ".....CCCCBB.....",  //
};

constexpr std::array<std::string_view, 13> kBackHead = {
    "......VVVW......",  //
    ".....UVVVVW.....",  //
    "W...TUVVVVWW...W",  //
    "WW.TTUUVVVVWW.WW",  //
    ".WWWTUUUVVVWWWW.",  //
    "..xTWWWWWWWWTx..",  //
    "...TTTTUUUTTT...",  //
    "...CCBCCBCBBB...",  //
    "...CCBCCBCBBB...",  //
    "...CBCCBCCBBB...",  //
    "....CCBCCBBB....",  //
    ".....TTTTTT.....",  //
    "......CBCB......",  //
};

constexpr std::array<std::string_view, 3> kSideLids = {"eeefffee", "dkkkffkkk", "efefggff"};
constexpr std::array<std::string_view, 3> kFrontLids = {"fffffeee", "kkkffkkk", "ffgggffe"};

constexpr std::array<std::array<std::string_view, 3>, 3> kJaws = {{
    {"..kk..", ".CCCC.", "......"},
    {".kkkk.", "..kk..", "CCCCCC"},
    {".kkkk.", ".kaak.", "CCkkCC"},
}};

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

constexpr std::array<std::array<int, 4>, 4> kBayer = {
    {{{0, 8, 2, 10}}, {{12, 4, 14, 6}}, {{3, 11, 1, 9}}, {{15, 7, 13, 5}}}};

/// 0–15, spread evenly over every four by four pixels.
int dither(int x, int y) {
  return kBayer[static_cast<size_t>(y) % 4][static_cast<size_t>(x) % 4];
}

bool is_side(GhostView view) { return view == GhostView::west || view == GhostView::east; }

/// West is painted facing East, under light from the other side, and then turned round.
Light light_of(GhostView view) { return view == GhostView::west ? Light{150, -207} : Light{-150, -207}; }

Canvas turned(const Canvas& canvas, GhostView view) {
  return view == GhostView::west ? canvas.mirrored() : canvas;
}

/// The hand as painted.
Point painted_hand(GhostView view) {
  if (is_side(view)) return {px(16), px(-40)};
  return {view == GhostView::front ? px(14) : px(-14), px(-37)};
}

/// What is near the lantern shines warm, by a dithered edge.
void light_up(Canvas& canvas, GhostView view) {
  const Point lantern = painted_hand(view) + Point{0, px(9)};
  for (int y = Canvas::kTop; y < Canvas::kTop + Canvas::kHeight; ++y) {
    for (int x = Canvas::kLeft; x < Canvas::kLeft + Canvas::kWidth; ++x) {
      const uint8_t color = canvas.color(x, y);
      const Point off = at(x, y) - lantern;
      const int distance = (off.x * off.x + off.y * off.y) / (kPixel * kPixel);
      if (distance > 100 + dither(x, y) * 12) continue;
      if (color >= kFirstCloth) canvas.shift(x, y, kCloth, 1);
      if (color < kFirstGlow || color >= kFirstGlow + kGlows) continue;
      const int step = (color - kFirstGlow) * kWarms / kGlows + (distance < 120 ? 1 : 0);
      const int warm = kFirstWarm + (step < kWarms ? step : kWarms - 1);
      canvas.dot(x, y, static_cast<uint8_t>(warm), kGlow);
    }
  }
}

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
  Canvas robe(light_of(view));
  for (size_t bone = kSpine.size() - 1; bone > 0; --bone) {
    robe.stick(spine(view, bone - 1, frame, floats), kSpine[bone - 1].radius,
               spine(view, bone, frame, floats), kSpine[bone].radius, kGlow);
  }
  for (size_t bone = 1; bone + 1 < kSpine.size(); ++bone) {
    const Point from = spine(view, bone, frame, floats);
    const Point to = spine(view, bone + 1, frame, floats);
    for (int y = whole(from.y); y < whole(to.y); ++y) {
      const int x = from.x + (to.x - from.x) * (px(y) - from.y) / (to.y - from.y);
      for (const int fold : {-58, 6, 60}) robe.shift(whole(x + fold), y, kGlow, -2);
    }
  }
  Canvas free_arm(light_of(view));
  const bool hangs_right = view == GhostView::back;
  const Point shoulder = is_side(view) ? Point{px(-1), px(-36)}
                                       : Point{hangs_right ? px(7) : px(-7), px(-36)};
  const int sway = sine(frame * 64 / kGhostFrames) * 2 / 256;
  if (view != GhostView::west) {
    const int out = is_side(view) ? -2 : hangs_right ? 3 : -3;
    const Point cuff = away(shoulder, out + sway, px(13));
    free_arm.stick(shoulder, 44, cuff, 56, kGlow);
    free_arm.ellipse(away(cuff, out + sway, 50), 30, 34, kGlow, 2);
    robe.put(free_arm);
  }
  Canvas cape(light_of(view));
  const int half = is_side(view) ? px(7) : px(9);
  const std::array<Point, 7> cut = {Point{px(-4), px(-44)}, Point{px(4), px(-44)},
                                    Point{half, px(-38)},   Point{half + 8, px(-33)},
                                    Point{0, px(-30)},      Point{-half - 8 , px(-33)},
                                    Point{-half, px(-38)}};
  cape.polygon(cut, kCloth);
  robe.put(cape);
  if (view != GhostView::back) robe.dot(is_side(view) ? 3 : 0, -42, 21, kCloth);
  light_up(robe, view);
  robe.outline();
  fray(robe);
  return turned(robe, view);
}

Canvas ghost_head(GhostView view, bool blinks) {
  Canvas canvas;
  Canvas head;
  const Rows rows = is_side(view)               ? Rows(kSideHead)
                    : view == GhostView::front ? Rows(kFrontHead)
                                               : Rows(kBackHead);
  head.stamp(rows, kInks, is_side(view) ? -7 : -8, -58, kCloth);
  if (blinks && is_side(view)) head.stamp(kSideLids, kInks, -3, -50, kGlow);
  if (blinks && view == GhostView::front) head.stamp(kFrontLids, kInks, -4, -50, kGlow);
  canvas.put(head);
  light_up(canvas, view);
  canvas.outline();
  return turned(canvas, view);
}

Canvas ghost_jaw(GhostView view, int frame) {
  Canvas canvas;
  canvas.stamp(kJaws[static_cast<size_t>(frame)], kInks, is_side(view) ? 0 : -3, -46, kBeard);
  return turned(canvas, view);
}

Canvas ghost_arm(GhostView view) {
  Canvas arm(light_of(view));
  const Point hand = painted_hand(view);
  const int out = hand.x > 0 ? 1 : -1;
  const Point shoulder = is_side(view) ? Point{px(1), px(-36)} : Point{out * px(7), px(-36)};
  const Point elbow = shoulder + Point{out * px(is_side(view) ? 7 : 3), px(3)};
  arm.ellipse(hand + Point{-out * 10, 0}, 34, 34, kGlow, 2);
  Canvas sleeve(light_of(view));
  sleeve.stick(shoulder, 44, elbow, 46, kGlow);
  sleeve.stick(elbow, 46, hand + Point{-out * 36, 4}, 60, kGlow);
  arm.put(sleeve);
  light_up(arm, view);
  arm.outline();
  return turned(arm, view);
}

Canvas ghost_lantern(int frame) {
  Canvas canvas;
  canvas.stamp(kLantern, kInks, -4, -1, kIron);
  canvas.stamp(kFlames[static_cast<size_t>(frame)], kInks, -2, 5, kIron);
  canvas.outline();
  const int reach = 92 + 14 * (frame % 2);
  for (int y = -4; y < 22; ++y) {
    for (int x = -12; x <= 12; ++x) {
      const int distance = x * x + (y - 7) * (y - 7);
      if (canvas.color(x, y) == 0 && distance < reach && dither(x, y) * 8 > distance) {
        canvas.dot(x, y, distance < 60 ? 20 : 19, {});
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
  const Drawing lantern = ghost_lantern(frame % 4).drawing();
  const Point hand = ghost_hand(view);
  for (int y = 0; y < lantern.height; ++y) {
    for (int x = 0; x < lantern.width; ++x) {
      const uint8_t color = lantern.pixels[static_cast<size_t>(y) * lantern.width + static_cast<size_t>(x)];
      if (color != 0) canvas.dot(whole(hand.x) + lantern.x + x, whole(hand.y) + lantern.y + y, color, kIron);
    }
  }
  canvas.erase_if([frame](int x, int y) { return dither(x, y) < frame * 4 - 1; });
  return canvas;
}

}  // namespace wardrobe
