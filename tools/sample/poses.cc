#include "tools/sample/figure.h"

namespace wardrobe::sample {
namespace {

constexpr int px(int pixels) { return pixels * kPixel; }

/// A foot in a walking cycle seen from the side: from the heel touching down (0), along the ground
/// at four pixels a frame relative to the body, to the toe pushing off (4), and through the air.
constexpr std::array<FootPose, 8> kSideSteps = {{
    {{px(8), -72}, 4},
    {{px(4), -64}, 0},
    {{0, -64}, 0},
    {{px(-4), -66}, -1},
    {{px(-8), -96}, -6},
    {{px(-7), -150}, -10},
    {{px(0), -130}, -5},
    {{px(6), -96}, 2},
}};

/// The ankle's height in the same cycle, from the front (the forward foot is lower) and the back.
constexpr std::array<int, 8> kFrontSteps = {-68, -70, -76, -92, -114, -152, -136, -84};
constexpr std::array<int, 8> kBackSteps = {-88, -80, -64, -60, -60, -112, -136, -120};

/// How far the body sinks, in pixels: the longer the stride, the lower.
constexpr std::array<int, 4> kBob = {1, 2, 1, 0};

ArmPose side_swing(int frame) {
  const int angle = -cosine(frame * 8) * 7 / 256;
  return {angle, angle + 4 + (angle > 0 ? 3 : 0)};
}

/// An arm from the front or back. `forward` from -256 to 256; an arm that swings away from the
/// viewer goes behind the coat.
ArmPose front_swing(int forward, int out, bool from_back) {
  ArmPose pose;
  pose.upper = out * (forward < 0 ? 3 : 2);
  pose.lower = out * (1 - 4 * forward / 256);
  pose.seen = 100 - (forward > 0 ? 16 : -8) * forward / 256;
  pose.behind = from_back ? forward > 128 : forward < -128;
  return pose;
}

Pose front_walk(View view, int frame) {
  const auto& steps = view == View::front ? kFrontSteps : kBackSteps;
  Pose pose;
  for (size_t i = 0; i < 2; ++i) {
    const int out = i == 0 ? -1 : 1;
    const int phase = (frame + 4 * static_cast<int>(i)) % 8;
    pose.foot[i].ankle = {out * 50, steps[static_cast<size_t>(phase)]};
    pose.arm[i] = front_swing(-cosine(phase * 8), out, view == View::back);
  }
  pose.hip.x = -sine(frame * 8) * 12 / 256;
  pose.wind = -pose.hip.x / 2;
  return pose;
}

Pose side_walk(int frame) {
  Pose pose;
  for (size_t i = 0; i < 2; ++i) {
    pose.foot[i] = kSideSteps[(static_cast<size_t>(frame) + 4 * i) % 8];
    pose.arm[i] = side_swing(frame + 4 * static_cast<int>(i));
  }
  pose.shoulder.x = px(1);
  pose.wind = 10 + cosine(frame * 16) * 14 / 256;
  return pose;
}

}  // namespace

Pose stand_pose(View view) {
  Pose pose;
  if (view == View::side) {
    pose.foot = {FootPose{{px(-2), -64}, 0}, FootPose{{px(2), -64}, 0}};
    pose.arm = {ArmPose{-1, 3}, ArmPose{1, 4}};
  } else {
    const int height = view == View::front ? -76 : -64;
    pose.foot = {FootPose{{-54, height}, 0}, FootPose{{54, height}, 0}};
    pose.arm = {ArmPose{-3, -1}, ArmPose{3, 1}};
  }
  return pose;
}

Pose walk_pose(View view, int frame) {
  Pose pose = view == View::side ? side_walk(frame) : front_walk(view, frame);
  pose.hip.y = px(kBob[static_cast<size_t>(frame) % 4]);
  pose.shoulder.y = pose.hip.y;
  return pose;
}

Pose pick_up_pose(View view, int frame) {
  const auto i = static_cast<size_t>(frame);
  Pose pose = stand_pose(view);
  if (view == View::side) {
    constexpr std::array<Point, 4> kHips = {
        {{0, 0}, {px(-2), px(3)}, {px(-4), px(7)}, {px(-4), px(9)}}};
    constexpr std::array<Point, 4> kShoulders = {
        {{0, 0}, {px(2), px(4)}, {px(6), px(11)}, {px(8), px(15)}}};
    pose.hip = kHips[i];
    pose.shoulder = kShoulders[i];
    pose.arm = {ArmPose{-1 + 2 * frame, 3 + frame}, ArmPose{1 - frame, 4 + 2 * frame}};
    pose.foot[0].ankle.x -= 6 * frame;
    pose.foot[1].ankle.x += 6 * frame;
    pose.wind = 8 * frame;
    return pose;
  }
  constexpr std::array<int, 4> kHips = {0, px(3), px(7), px(9)};
  constexpr std::array<int, 4> kShoulders = {0, px(4), px(10), px(13)};
  pose.hip.y = kHips[i];
  pose.shoulder.y = kShoulders[i];
  pose.arm[0] = {-3 - frame, 3 * frame - 1};
  pose.arm[1] = {3 - frame * 2, 1 - frame * 3};
  return pose;
}

Pose gesture_pose(View view, int frame) {
  Pose pose = stand_pose(view);
  constexpr std::array<int, 3> kRaise = {6, 13, 17};
  const int raise = kRaise[static_cast<size_t>(frame)];
  if (view == View::side) {
    pose.arm[0] = {-2, raise};
  } else {
    pose.arm[1] = {4, raise + raise / 2, 100 - 2 * raise};
  }
  return pose;
}

Pose wave_pose(View view, int frame) {
  Pose pose = stand_pose(view);
  constexpr std::array<ArmPose, 4> kSideWave = {{{6, 12}, {12, 20}, {14, 22}, {17, 28}}};
  constexpr std::array<ArmPose, 4> kFrontWave = {{{6, 14}, {18, 26}, {22, 27}, {22, 35}}};
  const auto i = static_cast<size_t>(frame);
  const ArmPose& wave = view == View::side ? kSideWave[i] : kFrontWave[i];
  const int out = view == View::side ? 1 : -1;
  pose.arm[0] = {out * wave.upper, out * wave.lower};
  return pose;
}

}  // namespace wardrobe::sample
