#include "tools/sample/hero.h"

namespace wardrobe::sample {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

using Map = std::array<std::string_view, 7>;

constexpr Map kSatchelSide = {
    "HHHHHHHHh",  //
    "HHHHHHHHh",  //
    "hHHHHHHhh",  //
    "bhhHTHhhb",  //
    "HbbbTbbbh",  //
    "hHHHHHHHb",  //
    "bhhhhhhbb",  //
};

constexpr Map kSatchelFront = {
    "HHHHHh",  //
    "HHHHHh",  //
    "hHHHhh",  //
    "bhHThb",  //
    "HbbTbb",  //
    "hHHHHb",  //
    "bhhhhb",  //
};

constexpr Map kSatchelBack = {
    "HHHHHh",  //
    "HHHHHh",  //
    "HHHHHh",  //
    "HHHHHh",  //
    "HHHHhh",  //
    "hHHHhb",  //
    "bhhhbb",  //
};

constexpr Material kCoat{1, 1, {8, 9, 10}, 3};
constexpr Material kSleeve{1, 8, {8, 9, 10}, 3};
constexpr Material kBreeches{1, 1, {13, 14, 14}, 3};
constexpr Material kBoot{1, 1, {2, 6, 7}, 3};
constexpr Material kStrap{1, 0, {6, 7}, 2};
constexpr uint8_t kSeam = 8;
constexpr uint8_t kButton = 5;

const Dress kDress{{kBreeches, kBreeches}, {kBoot, kBoot}, {kSleeve, kSleeve}, kHeroSkin};

/// The hero's clothes over arms and legs, in one pose.
class Outfit {
 public:
  Outfit(View view, const Figure& figure, int wind)
      : view_(view),
        light_(figure.light()),
        hip_(figure.hip()),
        neck_(figure.neck()),
        wind_(wind) {}

  Canvas coat() const {
    Canvas coat(light_);
    coat.polygon(view_ == View::side ? side_cut() : front_cut(), kCoat);
    if (view_ != View::side) sew(coat);
    return coat;
  }

  Canvas strap() const {
    Canvas strap(light_);
    if (view_ == View::side) {
      strap.stick(neck_ + Point{px(3), px(2)}, 13, hip_ + Point{px(-4), px(-3)}, 13, kStrap);
    } else {
      const int out = view_ == View::front ? px(1) : px(-1);
      strap.stick(neck_ + Point{out * 5, px(1)}, 13, hip_ + Point{out * -6, px(-2)}, 13, kStrap);
    }
    return strap;
  }

  Canvas scarf() const {
    Canvas scarf(light_);
    if (view_ == View::side) {
      scarf.stick(neck_ + Point{px(-2), 0}, 36, neck_ + Point{px(3), px(1)}, 38, kHeroScarf);
    } else {
      scarf.stick(neck_ + Point{px(-3), 0}, 38, neck_ + Point{px(3), 0}, 38, kHeroScarf);
    }
    return scarf;
  }

  Canvas satchel() const {
    Canvas bag(light_);
    const int y = whole(hip_.y) - 3;
    if (view_ == View::side) {
      bag.stamp(kSatchelSide, kHeroInks, whole((hip_.x + neck_.x) / 2) - 7, y, kBoot);
    } else if (view_ == View::front) {
      bag.stamp(kSatchelFront, kHeroInks, whole(hip_.x) - 11, y, kBoot);
    } else {
      bag.stamp(kSatchelBack, kHeroInks, whole(hip_.x) + 5, y, kBoot);
    }
    return bag;
  }

 private:
  using Cut = std::array<Point, 8>;

  Cut side_cut() const {
    return {
        neck_ + Point{px(-3), 0},     neck_ + Point{px(2), 0},
        neck_ + Point{px(4), px(4)},  hip_ + Point{px(4), px(-4)},
        hip_ + Point{px(5), px(5)},   hip_ + Point{px(-5) - wind_, px(5)},
        hip_ + Point{px(-5), px(-4)}, neck_ + Point{px(-5), px(4)},
    };
  }

  Cut front_cut() const {
    return {
        neck_ + Point{px(-4), 0},           neck_ + Point{px(4), 0},
        neck_ + Point{px(7), px(3)},        hip_ + Point{px(5), px(-4)},
        hip_ + Point{px(7) + wind_, px(4)}, hip_ + Point{px(-7) + wind_, px(4)},
        hip_ + Point{px(-5), px(-4)},       neck_ + Point{px(-7), px(3)},
    };
  }

  /// The seam down the middle, with buttons in front.
  void sew(Canvas& coat) const {
    const int x = whole(neck_.x);
    const int top = whole(neck_.y) + 2;
    for (int y = top; y < whole(hip_.y) + 5; ++y) {
      if (coat.color(x, y) == 0) continue;
      coat.dot(x, y, kSeam, kCoat);
      if (view_ == View::front && (y - top) % 5 == 3) coat.dot(x + 1, y, kButton, kCoat);
    }
  }

  View view_;
  Light light_;
  Point hip_;
  Point neck_;
  int wind_;
};

/// Darkens the breeches where the coat's shadow falls.
void shade_below_coat(Canvas& canvas) {
  for (int y = 0; y > Canvas::kTop; --y) {
    for (int x = Canvas::kLeft; x < Canvas::kLeft + Canvas::kWidth; ++x) {
      const uint8_t above = canvas.color(x, y - 2);
      if (above >= kCoat.shade[0] && above <= kCoat.shade[2]) canvas.shift(x, y, kBreeches, -2);
    }
  }
}

}  // namespace

Canvas hero_body(View view, const Pose& pose) {
  const Figure figure(view, pose, kDress);
  const Outfit outfit(view, figure, pose.wind);
  Canvas canvas;
  figure.put_arms(canvas, true);
  figure.put_legs(canvas);
  canvas.put(outfit.coat());
  shade_below_coat(canvas);
  canvas.put(outfit.strap());
  canvas.put(outfit.scarf());
  canvas.put(outfit.satchel());
  figure.put_arms(canvas, false);
  return canvas;
}

Canvas hero_arm(View view, const Pose& pose, size_t which) {
  return Figure(view, pose, kDress).arm(which);
}

}  // namespace wardrobe::sample
