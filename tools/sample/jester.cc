#include "tools/sample/jester.h"

#include "tools/sample/commands.h"
#include "tools/sample/costumes.h"
#include "tools/sample/palette.h"

namespace wardrobe::sample {
namespace {

/// Seen from the back the balls are behind the body, otherwise in front of it.
constexpr uint8_t kFarBalls = 0;
constexpr uint8_t kBody = 3;
constexpr uint8_t kHead = 4;
constexpr uint8_t kMouth = 5;
constexpr uint8_t kNearBalls = 6;
constexpr uint8_t kBalls = 3;

constexpr uint8_t kJuggle = kOwn;
constexpr uint8_t kBow = kOwn + 1;

/// A ball's cycle through both hands: two ticks held, seven in the air, twice.
constexpr int kHeld = 2;
constexpr int kFlight = 7;
constexpr int kRound = 2 * (kHeld + kFlight);
constexpr int kHeight = 41 * kPixel;
constexpr int kSpins = 3;

/// The centre of a ball at a tick of its cycle.
Point ball_place(View view, int tick) {
  const bool back = tick >= kRound / 2;
  const int t = tick % (kRound / 2);
  const auto hand = [&](size_t which, int when) {
    return jester_hand(view, juggle_pose(view, when % kJuggleFrames), which);
  };
  const Point from = hand(back ? 1 : 0, tick < kRound / 2 ? t % kHeld : kRound / 2 + t % kHeld);
  if (t < kHeld) return from + Point{0, -3 * kPixel};
  const Point release = hand(back ? 1 : 0, (back ? kRound / 2 : 0) + kHeld - 1);
  const Point caught = hand(back ? 0 : 1, back ? 0 : kRound / 2);
  const int part = t - kHeld + 1;
  const int whole = kFlight + 1;
  const int rise = 4 * kHeight * part * (whole - part) / (whole * whole);
  return {release.x + (caught.x - release.x) * part / whole,
          release.y + (caught.y - release.y) * part / whole - rise - 3 * kPixel};
}

/// The pictures and records of one view. The actual pictures of balls are in kNearBalls, added by
/// the side view, which comes first; all others redirect to them.
class JesterView {
 public:
  JesterView(CostumeSketch& sketch, View view) : sketch_(sketch), view_(view) {
    stand_ = body(stand_pose(view_));
    Pose pose = stand_pose(view_);
    pose.shoulder.y = kPixel;
    sink_ = body(pose);
    for (int i = 0; i < 8; ++i) walk_.push_back(body(walk_pose(view_, i)));
    for (int i = 0; i < kJuggleFrames; ++i) juggle_.push_back(body(juggle_pose(view_, i)));
    for (int i = 1; i < 4; ++i) bow_.push_back(body(bow_pose(view_, i)));
    for (int i = 0; i < 3; ++i) gesture_.push_back(body(gesture_pose(view_, i)));
    for (int i = 0; i < 4; ++i) {
      head_.push_back(sketch_.add(kHead, finished(jester_head(view_, i))));
    }
    for (int i = 0; i < 3 && has_face(); ++i) {
      mouth_.push_back(sketch_.add(kMouth, jester_mouth(view_, i).drawing()));
    }
    for (int tick = 0; tick < kRound; ++tick) add_ball(tick);
  }

  void record_all(Facing facing) const {
    record_common(facing);
    record_own(facing);
  }

 private:
  uint8_t body(const Pose& pose) {
    return sketch_.add(kBody, finished(jester_body(view_, pose)), pose.shoulder.x / kPixel,
                       -pose.shoulder.y / kPixel);
  }

  bool has_face() const { return view_ != View::back; }
  uint8_t balls() const { return view_ == View::back ? kFarBalls : kNearBalls; }

  void add_ball(int tick) {
    Drawing drawing = finished(jester_ball(tick % kSpins));
    const Point place = ball_place(view_, tick);
    drawing.x += whole(place.x);
    drawing.y += whole(place.y);
    const bool real = view_ == View::side && tick < kSpins;
    ball_.push_back(real ? sketch_.add(balls(), drawing)
                         : sketch_.add_redirect(balls(), kNearBalls,
                                                static_cast<uint8_t>(tick % kSpins), drawing.x,
                                                drawing.y));
    for (uint8_t i = 1; i < kBalls; ++i) {
      sketch_.share(static_cast<uint8_t>(balls() + i), balls(), ball_.back());
    }
  }

  /// The parts of all limbs, with the balls put away.
  std::vector<Part> parts(Commands body, Commands head, Commands mouth, bool loops = true) const {
    std::vector<Part> all = {{kBody, std::move(body), loops},
                             {kHead, std::move(head)},
                             {kMouth, has_face() ? std::move(mouth) : Commands{kCommandHide}}};
    for (uint8_t i = 0; i < kBalls; ++i) {
      all.push_back({static_cast<uint8_t>(balls() + i), {}});
    }
    return all;
  }

  void record_common(Facing facing) const {
    const Commands idle = join({times(stand_, 10), times(sink_, 8)});
    const Commands nod = join({times(head_[0], 5), times(head_[1], 2), times(head_[3], 2)});
    const Commands shut = {kCommandHide};
    sketch_.record(kInit, facing, parts(idle, nod, shut));
    sketch_.record(kStand, facing, parts(idle, nod, shut));
    const Commands steps = join({{walk_[0], kCommandCount},
                                 pick(walk_, {1, 2, 3}),
                                 {walk_[4], kCommandCount},
                                 pick(walk_, {5, 6, 7})});
    sketch_.record(kWalk, facing, parts(steps, pick(head_, {0, 1, 2, 3}), shut));
    const Commands hands = join({pick(gesture_, {0, 1, 2, 1, 2, 2, 1, 0}), times(stand_, 6)});
    const Commands speech = has_face() ? pick(mouth_, {1, 2, 1, 0, 2, 0, 1}) : shut;
    sketch_.record(kTalkStart, facing, parts(hands, pick(head_, {0, 1, 0, 3}), speech));
    sketch_.record(kTalkStop, facing, parts(idle, nod, shut));
  }

  void record_own(Facing facing) const {
    std::vector<Part> juggling = parts(juggle_, pick(head_, {0, 0, 1, 2, 2, 3}), {kCommandHide});
    for (uint8_t i = 0; i < kBalls; ++i) {
      juggling[3u + i].commands = rotated(ball_, size_t{i} * kRound / kBalls);
    }
    sketch_.record(kJuggle, facing, juggling);
    const Commands bow = join({pick(bow_, {0, 1, 2, 2, 2, 2, 1, 0}), {stand_}});
    sketch_.record(kBow, facing, parts(bow, head_, {kCommandHide}, false));
  }

  CostumeSketch& sketch_;
  View view_;
  uint8_t stand_ = 0;
  uint8_t sink_ = 0;
  Commands walk_;
  Commands juggle_;
  Commands bow_;
  Commands gesture_;
  Commands head_;
  Commands mouth_;
  Commands ball_;
};

}  // namespace

CostumeSketch make_jester() {
  CostumeSketch sketch(0x58, 0x60, costume_colors(kJugglerColors, 16));
  record_views<JesterView>(sketch);
  return sketch;
}

}  // namespace wardrobe::sample
