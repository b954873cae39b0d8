#include "tools/sample/commands.h"
#include "tools/sample/costumes.h"
#include "tools/sample/figure.h"
#include "tools/sample/palette.h"

namespace wardrobe::sample {
namespace {

constexpr uint8_t kTail = 0;
constexpr uint8_t kBody = 1;
constexpr uint8_t kHead = 2;
constexpr uint8_t kLids = 3;

constexpr uint8_t kMeow = kOwn;

constexpr int px(int pixels) { return pixels * kPixel; }

/// Ink, five of fur, stripe, two of chest, two of the eyes, nose, three of the collar, white.
constexpr std::string_view kInks = ".kfghijscCeEnvVw";

constexpr Material kFur{1, 2, {2, 3, 4, 5}, 4};
constexpr Material kChest{1, 0, {8, 9}, 2};

using HeadMap = std::array<std::string_view, 12>;

constexpr HeadMap kSideHead = {
    "...s.....s..",  //
    "...gs...gs..",  //
    "..ghihsshij.",  //
    "..ghisisisj.",  //
    ".ghhiijjijj.",  //
    ".ghishkkikk.",  //
    ".gghiiEkjEk.",  //
    ".gsghiccjccn",  //
    ".ggsgccCCCCc",  //
    "..gggcckkkC.",  //
    "...vVVVVV...",  //
    "....vVww....",  //
};

constexpr HeadMap kFrontHead = {
    "s.........s",  //
    "js.......si",  //
    "jishshshsig",  //
    "jjisisisihg",  //
    "jjiijjiiihg",  //
    "jjkkijikkhg",  //
    "jiEkijikEhg",  //
    "scCCcncCCcs",  //
    ".icCCkCCcg.",  //
    "..hckCkcg..",  //
    "...VVVVV...",  //
    "....VwV....",  //
};

constexpr HeadMap kBackHead = {
    "s.........s",  //
    "is.......sh",  //
    "jishshshshg",  //
    "jjisisisihg",  //
    "jjihsssihhg",  //
    "jihhhshhhgg",  //
    "jsihsssghsg",  //
    "sihhhshgggs",  //
    ".hhssssgggg",  //
    "..hhhhggg..",  //
    "...VVVVv...",  //
    "...........",  //
};

constexpr std::array<std::string_view, 2> kSideLids = {"iijii", "kkikk"};
constexpr std::array<std::string_view, 2> kFrontLids = {"iiijiii", "kkijikk"};
constexpr std::array<std::string_view, 2> kSideMouth = {"ckkkk", "cnnn."};
constexpr std::array<std::string_view, 2> kFrontMouth = {"CkkkC", "cnnnc"};

Drawing body(View view) {
  const Light light = view == View::side ? Light{150, -207} : Light{-150, -207};
  Canvas canvas(light);
  Canvas back(light);
  if (view == View::side) {
    back.ellipse({px(-3), px(-6)}, 100, 92, kFur);
    back.stick({px(0), px(-9)}, 84, {px(2), px(-15)}, 62, kFur);
  } else {
    back.ellipse({0, px(-6)}, 110, 92, kFur);
    back.stick({0, px(-9)}, 88, {0, px(-15)}, 62, kFur);
  }
  if (view == View::front) back.stick({0, px(-8)}, 34, {0, px(-15)}, 44, kChest);
  for (const int y : {-14, -11, -8, -5}) {
    for (int x = -9; x < 7; ++x) {
      const bool striped = view == View::side ? x < -1 + y / 4 : view == View::back && x * x < 9;
      if (striped && (x + y) % 5 != 0) back.shift(x, y, kFur, -1);
    }
  }
  canvas.put(back);
  for (const int x : view == View::side ? std::array<int, 2>{4, 2} : std::array<int, 2>{-3, 3}) {
    if (view == View::back) break;
    Canvas paw(light);
    paw.stick({px(x), px(-9)}, 30, {px(x), px(-2)}, 26, kFur, x == 4 ? -1 : 0);
    paw.ellipse({px(x) + (view == View::side ? 14 : 0), -30}, 36, 24, kChest);
    canvas.put(paw);
  }
  return finished(canvas);
}

Drawing tail(View view, int frame) {
  const int turn = frame * 64 / 6;
  Canvas canvas;
  Point from{view == View::side ? px(-8) : px(5), px(-4)};
  for (int bone = 0; bone < 4; ++bone) {
    const int out = view == View::side ? -16 : 16;
    const int curl = (view == View::side ? -1 : 1) * (bone * 5 + sine(turn - bone * 8) * 6 / 256);
    const Point to = away(from, out + curl, px(3));
    canvas.stick(from, 30, to, 28, kFur, bone == 3 ? -2 : 0);
    from = to;
  }
  return finished(canvas);
}

Canvas head(View view) {
  Canvas canvas;
  if (view == View::side) canvas.stamp(kSideHead, kInks, -4, -25, kFur);
  if (view == View::front) canvas.stamp(kFrontHead, kInks, -5, -25, kFur);
  if (view == View::back) canvas.stamp(kBackHead, kInks, -5, -25, kFur);
  return canvas;
}

Drawing meowing(View view) {
  Canvas canvas = head(view);
  if (view == View::side) canvas.stamp(kSideMouth, kInks, 2, -17, kFur);
  if (view == View::front) canvas.stamp(kFrontMouth, kInks, -2, -17, kFur);
  return finished(canvas);
}

Drawing lids(View view) {
  Canvas canvas;
  if (view == View::side) canvas.stamp(kSideLids, kInks, 2, -20, kFur);
  if (view == View::front) canvas.stamp(kFrontLids, kInks, -3, -20, kFur);
  return canvas.drawing();
}

void record_view(CostumeSketch& sketch, View view, const std::vector<Facing>& facings) {
  Commands swish;
  for (int i = 0; i < 6; ++i) {
    const uint8_t picture = sketch.add(kTail, tail(view, i));
    swish.insert(swish.end(), 2, picture);
  }
  const uint8_t sits = sketch.add(kBody, body(view));
  const uint8_t looks = sketch.add(kHead, finished(head(view)));
  const uint8_t meows = sketch.add(kHead, meowing(view));
  const uint8_t shuts = sketch.add(kLids, lids(view));
  const Commands blink = join({times(kCommandHide, 29), times(shuts, 3)});
  const std::vector<Part> rest = {
      {kTail, swish}, {kBody, {sits}}, {kHead, {looks}}, {kLids, blink}};
  for (const Facing facing : facings) {
    sketch.record(kInit, facing, rest);
    sketch.record(kStand, facing, rest);
    sketch.record(kMeow, facing,
                  {{kHead, join({{looks}, {kCommandSound}, times(meows, 4), {looks}}), false},
                   {kLids, join({{kCommandHide}, times(shuts, 4), {kCommandHide}}), false}});
  }
}

}  // namespace

CostumeSketch make_cat() {
  CostumeSketch sketch(0x58, 0x58, costume_colors(kCatColors, 16));
  record_view(sketch, View::side, {Facing::west, Facing::east});
  record_view(sketch, View::front, {Facing::south});
  record_view(sketch, View::back, {Facing::north});
  return sketch;
}

}  // namespace wardrobe::sample
