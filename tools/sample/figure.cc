#include "tools/sample/figure.h"

namespace wardrobe::sample {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

constexpr int kThigh = 155;
constexpr int kShin = 155;
constexpr int kUpperArm = px(8);
constexpr int kForearm = px(6);
constexpr int kHand = 33;

}  // namespace

Figure::ArmBones Figure::arm_bones(size_t which) const {
  const ArmPose& pose = pose_.arm[which];
  const int out = which == 0 ? -1 : 1;
  ArmBones bones;
  bones.shoulder = neck() + Point{out * (side() ? px(1) : dress_.shoulder), px(4)};
  bones.elbow = away(bones.shoulder, pose.upper, kUpperArm * pose.seen / 100);
  bones.wrist = away(bones.elbow, pose.lower, kForearm * pose.seen / 100);
  bones.hand = away(bones.wrist, pose.lower, 34);
  return bones;
}

Canvas Figure::arm(size_t which) const {
  const ArmBones bones = arm_bones(which);
  const Material& sleeve = dress_.sleeve[which];
  const int bias = behind(which) ? -1 : 0;
  Canvas canvas(light());
  canvas.ellipse(bones.hand, kHand, kHand, dress_.skin, bias);
  Canvas cloth(light());
  cloth.stick(bones.shoulder, dress_.arm, bones.elbow, dress_.arm - 4, sleeve, bias);
  cloth.stick(bones.elbow, dress_.arm - 4, bones.wrist, dress_.arm - 6, sleeve, bias);
  canvas.put(cloth);
  return canvas;
}

Canvas Figure::leg(size_t which) const {
  const Point ankle = pose_.foot[which].ankle;
  const int out = which == 0 ? -1 : 1;
  const bool far = side() ? which == 1 : ankle.y < px(-6);
  const int bias = far ? -1 : 0;
  const Point top = hip() + (side() ? Point{which == 1 ? 8 : 0, 0} : Point{out * 52, 0});
  Point knee = joint(top, ankle, kThigh, kShin, 1);
  if (!side()) {
    const int bent = ankle.y - top.y < px(14) ? 40 : 6;
    knee = {(top.x + ankle.x) / 2 + out * bent, (top.y + ankle.y) / 2};
  }
  Canvas leg(light());
  leg.stick(top, dress_.thigh, knee, dress_.shin, dress_.leg[which], bias);
  leg.stick(knee, dress_.shin, ankle, dress_.shin - 10, dress_.leg[which], bias);
  leg.put(shoe(knee, which, bias));
  return leg;
}

Canvas Figure::shoe(Point knee, size_t which, int bias) const {
  const FootPose& foot = pose_.foot[which];
  const Material& material = dress_.shoe[which];
  const Point shin = foot.ankle - knee;
  const Point top = knee + Point{shin.x * dress_.shaft / 100, shin.y * dress_.shaft / 100};
  Canvas shoe(light());
  shoe.stick(top, dress_.shin, foot.ankle, dress_.shin - 8, material, bias);
  if (side()) {
    const Point sole = away(foot.ankle, foot.pitch, 26);
    shoe.stick(away(sole, foot.pitch - 16, 14), 24, away(sole, foot.pitch + 16, dress_.toe), 22,
               material, bias);
  } else {
    const int out = which == 0 ? -8 : 8;
    shoe.ellipse(foot.ankle + Point{out, view_ == View::front ? 22 : 16}, 46, 36, material, bias);
  }
  return shoe;
}

void Figure::put_legs(Canvas& canvas) const {
  const bool first_is_nearer = side() || pose_.foot[0].ankle.y > pose_.foot[1].ankle.y;
  canvas.put(leg(first_is_nearer ? 1 : 0));
  canvas.put(leg(first_is_nearer ? 0 : 1));
}

void Figure::put_arms(Canvas& canvas, bool at_back) const {
  for (size_t i = 0; i < 2; ++i) {
    if (behind(i) == at_back && !pose_.arm[i].hidden) canvas.put(arm(i));
  }
}

}  // namespace wardrobe::sample
