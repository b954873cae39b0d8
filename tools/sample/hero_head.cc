#include "tools/sample/hero.h"

namespace wardrobe::sample {
namespace {

using Map = std::span<const std::string_view>;

constexpr std::array<std::string_view, 15> kSide = {
    "....cCCCCc....",  //
    "..dcCCCCCCCc..",  //
    ".ddccCCCCCCCc.",  //
    ".ddcccccccccc.",  //
    ".kdddddddTwdd.",  //
    ".hhkkkkkkkkkkk",  //
    "hhHHHhsssssk..",  //
    "hHHHHhmlllll..",  //
    "hHHHhmmlklkl..",  //
    "hHHHhsmlklklm.",  //
    "hHHhhmmlllllm.",  //
    "hHHHhmmmllll..",  //
    ".hHHHhmmllss..",  //
    ".hhHHhsmmlll..",  //
    "..hhh.ssmm....",  //
};

constexpr std::array<std::string_view, 15> kFront = {
    "....cCCCCc...",  //
    "..dcCCCCCCc..",  //
    ".ddcCCCCCCcc.",  //
    ".ddcccccccccd",  //
    ".kddddTwddddk",  //
    "kkkkkkkkkkkkk",  //
    "hHsssssssssHh",  //
    "hHmllllllllHh",  //
    "hHllkllllkmHh",  //
    "hHmlkllllkmHh",  //
    "hHmmlllmllmHh",  //
    "hHhmllllllhHh",  //
    ".hHmmlsslmHh.",  //
    ".hhhsmlllhhh.",  //
    "....ssmms....",  //
};

constexpr std::array<std::string_view, 15> kBack = {
    "....cCCCCc...",  //
    "..dcCCCCCCc..",  //
    ".ddcCCCCCCcc.",  //
    ".ddcccccccccd",  //
    ".kddddddddddk",  //
    ".hkkkkkkkkkkh",  //
    "hHHHhHHHHhHhh",  //
    "hHHHhHHHHhHHh",  //
    "hHHhHHHHHhHHh",  //
    "hHHhHHHHhHHHh",  //
    "hHHhHHHHhHHhh",  //
    "hHhHHHHHhHHhh",  //
    ".hhHHHhHHhHh.",  //
    ".bhHhhhHhhhb.",  //
    "...bhhhhhb...",  //
};

constexpr std::array<std::string_view, 3> kSideLids = {
    "lmlml",  //
    "lblbl",  //
    "lllll",  //
};

constexpr std::array<std::string_view, 3> kFrontLids = {
    "lmlllml",  //
    "lblllbl",  //
    "lllllll",  //
};

/// From shut to wide open, through a small round one.
constexpr std::array<std::array<std::string_view, 4>, 4> kMouths = {{
    {".....", "llsl.", "lllll", "....."},
    {".....", "lbbl.", "lmsll", "....."},
    {"l....", "lbbbl", "lRRml", "....."},
    {".....", "lwwl.", "lbbl.", "lssl."},
}};
constexpr Material kStripe{1, 11, {14, 15}, 2};

}  // namespace

Canvas hero_head(View view, Point shoulder) {
  Canvas canvas;
  const Map map = view == View::side ? Map(kSide) : view == View::front ? Map(kFront) : Map(kBack);
  canvas.stamp(map, kHeroInks, shoulder.x / kPixel - 6, shoulder.y / kPixel - 55, kHeroSkin);
  return canvas;
}

Canvas hero_lids(View view) {
  Canvas canvas;
  if (view == View::side) canvas.stamp(kSideLids, kHeroInks, 1, -47, kHeroSkin);
  if (view == View::front) canvas.stamp(kFrontLids, kHeroInks, -3, -47, kHeroSkin);
  return canvas;
}

Canvas hero_mouth(View view, int mouth) {
  Canvas canvas;
  const Map map(kMouths[static_cast<size_t>(mouth)]);
  canvas.stamp(map, kHeroInks, view == View::side ? 1 : -2, -44, kHeroSkin);
  return canvas;
}

Canvas hero_scarf(View view, int frame, bool blown) {
  const int wind = blown && view == View::side ? -14 : 0;
  const int wave = view == View::side ? (blown ? 5 : 2) : (blown ? 4 : 2);
  const int bones = view == View::back ? 5 : 4;
  Canvas canvas(view == View::side ? Light{150, -207} : Light{-150, -207});
  Point from = view == View::side ? Point{-48, -39 * kPixel} : Point{48, -37 * kPixel};
  for (int bone = 0; bone < bones; ++bone) {
    const int bend = sine(frame * 64 / 6 - bone * 12) * wave * (bone + 1) / (256 * 2);
    const Point to = away(from, wind + bend, view == View::side ? 46 : 40);
    const int radius = (view == View::side ? 36 : 31) - 2 * bone;
    canvas.stick(from, radius, to, radius - 2, bone == bones - 2 ? kStripe : kHeroScarf);
    from = to;
  }
  return canvas;
}

}  // namespace wardrobe::sample
