#include "tools/sample/hero.h"

#include "tools/sample/commands.h"
#include "tools/sample/costumes.h"
#include "tools/sample/palette.h"

namespace wardrobe::sample {
namespace {

/// The hero's limbs, in the order in which they are drawn.
constexpr uint8_t kBody = 0;
constexpr uint8_t kHead = 1;
constexpr uint8_t kMouth = 2;
constexpr uint8_t kLids = 3;
constexpr uint8_t kTail = 4;
constexpr uint8_t kArm = 5;

constexpr uint8_t kWave = kOwn;
constexpr uint8_t kPickUp = kOwn + 1;

/// The pictures and records of one view.
class HeroView {
 public:
  HeroView(CostumeSketch& sketch, View view) : sketch_(sketch), view_(view) {
    draw_bodies();
    head_ = sketch_.add(kHead, finished(hero_head(view_, {})));
    if (has_face()) {
      lids_ = sketch_.add(kLids, hero_lids(view_).drawing());
      for (int i = 0; i < 4; ++i) {
        mouth_.push_back(sketch_.add(kMouth, hero_mouth(view_, i).drawing()));
      }
    }
    for (int i = 0; i < 4; ++i) {
      arm_.push_back(sketch_.add(kArm, finished(hero_arm(view_, wave_pose(view_, i), 0))));
    }
    for (int i = 0; i < 6; ++i) {
      blown_.push_back(sketch_.add(kTail, finished(hero_scarf(view_, i, true))));
    }
    for (int i = 0; i < 6; ++i) {
      hanging_.push_back(sketch_.add(kTail, finished(hero_scarf(view_, i, false))));
    }
  }

  void record_all(Facing facing) const {
    record_standing(facing);
    record_walking(facing);
    record_talking(facing);
    record_own(facing);
  }

 private:
  void draw_bodies() {
    Pose pose = stand_pose(view_);
    stand_ = body(pose);
    pose.shoulder.y = -kPixel;
    inhale_ = body(pose);
    pose = stand_pose(view_);
    pose.arm[0].hidden = true;
    armless_ = body(pose);
    for (int i = 0; i < 3; ++i) gesture_.push_back(body(gesture_pose(view_, i)));
    for (int i = 0; i < 8; ++i) walk_.push_back(body_and_head(walk_pose(view_, i)));
    for (int i = 0; i < 4; ++i) pick_up_.push_back(body_and_head(pick_up_pose(view_, i)));
  }

  /// A picture whose moves take the limbs on the shoulders along.
  uint8_t add_body(Canvas canvas, const Pose& pose) {
    return sketch_.add(kBody, finished(std::move(canvas)), pose.shoulder.x / kPixel,
                       -pose.shoulder.y / kPixel);
  }

  uint8_t body(const Pose& pose) { return add_body(hero_body(view_, pose), pose); }

  uint8_t body_and_head(const Pose& pose) {
    Canvas canvas = hero_body(view_, pose);
    canvas.put(hero_head(view_, pose.shoulder));
    return add_body(std::move(canvas), pose);
  }

  bool has_face() const { return view_ != View::back; }
  Commands breathing() const { return join({times(stand_, 9), times(inhale_, 7)}); }

  /// Periods divide 48, so every chore repeats after at most 48 ticks.
  Commands blinking() const {
    if (!has_face()) return {kCommandHide};
    return join({times(kCommandHide, 34), times(lids_, 2), times(kCommandHide, 11), {lids_}});
  }

  Commands swaying() const {
    Commands all;
    for (const uint8_t picture : hanging_) all.insert(all.end(), 4, picture);
    return all;
  }

  void record_standing(Facing facing) const {
    sketch_.record(kInit, facing,
                   {{kBody, breathing()},
                    {kHead, {head_}},
                    {kMouth, {kCommandHide}},
                    {kLids, blinking()},
                    {kTail, swaying()},
                    {kArm, {kCommandHide}}});
    sketch_.record(kStand, facing,
                   {{kBody, breathing()},
                    {kHead, {kCommandUnstop}},
                    {kMouth, {kCommandUnstop}},
                    {kLids, {kCommandUnstop}},
                    {kTail, swaying()},
                    {kArm, {kCommandHide}}});
  }

  /// The walking bodies include the head, so all limbs of the head are stopped until the hero
  /// stands.
  void record_walking(Facing facing) const {
    const Commands steps = join({pick(walk_, {0, 1, 2, 3}),
                                 {kCommandSound},
                                 pick(walk_, {4, 5, 6, 7}),
                                 {kCommandSound, kCommandCount}});
    sketch_.record(kWalk, facing,
                   {{kBody, steps},
                    {kHead, {kCommandStop}},
                    {kMouth, {kCommandStop}},
                    {kLids, {kCommandStop}},
                    {kTail, blown_},
                    {kArm, {kCommandHide}}});
  }

  void record_talking(Facing facing) const {
    const Commands hands = join(
        {times(stand_, 3), pick(gesture_, {0, 1, 2, 2, 1, 1, 2, 2, 1, 1, 0}), times(stand_, 10)});
    const Commands speech =
        has_face() ? pick(mouth_, {1, 2, 3, 2, 0, 1, 2, 1, 0, 3, 1, 0}) : Commands{kCommandHide};
    sketch_.record(kTalkStart, facing,
                   {{kBody, hands}, {kHead, {kCommandUnstop}}, {kMouth, speech}});
    sketch_.record(kTalkStop, facing, {{kBody, breathing()}, {kMouth, {kCommandHide}}});
  }

  void record_own(Facing facing) const {
    const Commands arm = pick(arm_, {0, 1, 2, 3, 2, 3, 2, 3, 2, 1, 0});
    sketch_.record(kWave, facing,
                   {{kBody, join({times(armless_, arm.size()), {stand_}}), false},
                    {kHead, {kCommandUnstop}},
                    {kArm, join({arm, {kCommandHide}}), false}});
    const Commands bow =
        join({pick(pick_up_, {1, 2}), {kCommandSound}, pick(pick_up_, {3, 3, 3, 3, 2, 1, 0})});
    sketch_.record(kPickUp, facing,
                   {{kBody, bow, false},
                    {kHead, {kCommandStop}},
                    {kMouth, {kCommandStop}},
                    {kLids, {kCommandStop}},
                    {kArm, {kCommandHide}}});
  }

  CostumeSketch& sketch_;
  View view_;
  uint8_t stand_ = 0;
  uint8_t inhale_ = 0;
  uint8_t armless_ = 0;
  uint8_t head_ = 0;
  uint8_t lids_ = 0;
  Commands gesture_;
  Commands walk_;
  Commands pick_up_;
  Commands mouth_;
  Commands arm_;
  Commands blown_;
  Commands hanging_;
};

}  // namespace

CostumeSketch make_hero() {
  CostumeSketch sketch(0x58, 0x58, costume_colors(kHeroColors, 16));
  record_views<HeroView>(sketch);
  return sketch;
}

}  // namespace wardrobe::sample
