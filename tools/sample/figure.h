#pragma once

#include "tools/sample/art.h"

namespace wardrobe::sample {

/// What all people share: poses, arms and legs. Each figure draws its own torso and head.
enum class View : uint8_t { side, front, back };

/// Directions of an arm's two bones, in 64ths of a turn (0 hangs, 16 is to the right), and how
/// much of their length is visible, in percent.
struct ArmPose {
  int upper = 0;
  int lower = 0;
  int seen = 100;
  bool behind = false;  ///< is behind the body
  bool hidden = false;
};

/// An ankle relative to the anchor, in 16ths of a pixel, and how far the toe points up, in 64ths of
/// a turn.
struct FootPose {
  Point ankle{0, -64};
  int pitch = 0;
};

/// Limb positions for one picture. Limb 0 is the one nearer to the viewer; seen from the front or
/// back, the one on the left.
struct Pose {
  Point hip{};       ///< relative to the standing pose
  Point shoulder{};  ///< likewise, in whole pixels, as the head moves with it
  std::array<FootPose, 2> foot;
  std::array<ArmPose, 2> arm;
  int wind = 0;  ///< how far a coat's tail is blown back
};

Pose stand_pose(View view);
Pose walk_pose(View view, int frame);     ///< frame 0–7; the side's stride is 4 pixels a frame
Pose pick_up_pose(View view, int frame);  ///< frame 0–3, from upright to the ground
Pose gesture_pose(View view, int frame);  ///< frame 0–2, a hand raised while talking
Pose wave_pose(View view, int frame);     ///< frame 0–3, arm 0 raised, then back and forth

/// Clothing and thickness of arms and legs.
struct Dress {
  std::array<Material, 2> leg;
  std::array<Material, 2> shoe;
  std::array<Material, 2> sleeve;
  Material skin;
  int thigh = 54;
  int shin = 44;
  int shaft = 60;  ///< where the shoe begins, in percent of the shin from the knee
  int toe = 68;    ///< length of the foot seen from the side
  int arm = 42;
  int shoulder = 6 * kPixel;
};

/// A person in a pose, in one view.
class Figure {
 public:
  Figure(View view, const Pose& pose, const Dress& dress)
      : view_(view), pose_(pose), dress_(dress) {}

  Light light() const { return side() ? Light{150, -207} : Light{-150, -207}; }
  Point hip() const { return Point{0, -23 * kPixel} + pose_.hip; }
  Point neck() const { return Point{0, -40 * kPixel} + pose_.shoulder; }

  /// The position of a hand.
  Point hand(size_t which) const { return arm_bones(which).hand; }
  Canvas arm(size_t which) const;
  Canvas leg(size_t which) const;
  /// Both legs, the farther one first.
  void put_legs(Canvas& canvas) const;
  /// The arms behind the body, or those in front of it.
  void put_arms(Canvas& canvas, bool behind) const;

 private:
  struct ArmBones {
    Point shoulder;
    Point elbow;
    Point wrist;
    Point hand;
  };
  ArmBones arm_bones(size_t which) const;
  bool side() const { return view_ == View::side; }
  bool behind(size_t which) const { return pose_.arm[which].behind || (side() && which == 1); }
  Canvas shoe(Point knee, size_t which, int bias) const;

  View view_;
  Pose pose_;
  Dress dress_;
};

}  // namespace wardrobe::sample
