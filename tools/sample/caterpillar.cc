#include "tools/sample/caterpillar_art.h"
#include "tools/sample/commands.h"
#include "tools/sample/costumes.h"
#include "tools/sample/palette.h"

namespace wardrobe::sample {
namespace {

/// Limb 0 is the end that is farthest from the viewer, or the tail; each ring's moves carry the
/// limbs behind it to their places. The head, or from the back the tail, is limb kLast.
constexpr uint8_t kLast = 6;
constexpr uint8_t kMouth = 7;
constexpr uint8_t kRearUp = kOwn;

constexpr size_t kSteps = 8;
/// How many steps a ring lags behind the one before it.
constexpr size_t kLag = 2;

/// Lift and swing of a ring at each step of its cycle.
constexpr std::array<int, kSteps> kLift = {0, 0, 0, 0, 1, 3, 4, 2};
constexpr std::array<int, kSteps> kSwing = {0, 2, 3, 2, 0, -2, -3, -2};

/// The offset of a ring from its resting place at a step.
Point shifted(View view, size_t step) {
  if (view == View::side) return {0, kLift[step % kSteps]};
  return {kSwing[step % kSteps], 0};
}

using Places = std::array<Point, kLast + 1>;

/// Resting places of the limbs; y points up, as in moves.
constexpr std::array<Places, 3> kResting = {{
    {{{-27, 0}, {-19, 0}, {-11, 0}, {-3, 0}, {5, 0}, {13, 0}, {21, 0}}},
    {{{0, 20}, {0, 16}, {0, 12}, {0, 8}, {0, 4}, {0, 0}, {0, -4}}},
    {{{0, 20}, {0, 16}, {0, 12}, {0, 8}, {0, 4}, {0, 0}, {0, -4}}},
}};

/// … and their places with the front half raised.
constexpr std::array<Places, 3> kReared = {{
    {{{-27, 0}, {-19, 0}, {-11, 0}, {-3, 0}, {4, 4}, {9, 11}, {13, 19}}},
    {{{0, 20}, {0, 14}, {0, 9}, {0, 4}, {0, 8}, {0, 15}, {0, 22}}},
    {{{0, 31}, {0, 23}, {0, 15}, {0, 8}, {0, 4}, {0, 0}, {0, -4}}},
}};

/// `part` of 3 steps on the way from resting to reared.
Point place(View view, size_t limb, int part) {
  const Point from = kResting[static_cast<size_t>(view)][limb];
  const Point to = kReared[static_cast<size_t>(view)][limb];
  return {from.x + (to.x - from.x) * part / 3, from.y + (to.y - from.y) * part / 3};
}

/// The pictures and records of one view.
class CaterpillarView {
 public:
  CaterpillarView(CostumeSketch& sketch, View view) : sketch_(sketch), view_(view) {
    for (size_t step = 0; step < kSteps; ++step) draw_walking(step);
    for (uint8_t limb = 0; limb < kLast; ++limb) draw_resting(limb);
    for (int i = 0; i < 4; ++i) {
      last_.push_back(
          sketch_.add(kLast, finished(view_ == View::back ? caterpillar_tail(view_, 2 * i)
                                                          : caterpillar_head(view_, i))));
    }
    for (int i = 0; i < 3 && view_ != View::back; ++i) {
      mouth_.push_back(sketch_.add(kMouth, caterpillar_mouth(view_, i).drawing()));
    }
  }

  void record_all(Facing facing) const {
    record_walking(facing);
    record_standing(facing);
    record_rearing(facing);
  }

 private:
  /// The picture of the first limb, whose place is absolute.
  Drawing first(size_t step, Point place) const {
    const int i = static_cast<int>(step);
    Drawing drawing =
        finished(view_ == View::back ? caterpillar_head(view_, i / 2) : caterpillar_tail(view_, i));
    drawing.x += place.x;
    drawing.y -= place.y;
    return drawing;
  }

  void draw_walking(size_t step) {
    const Point here = shifted(view_, step);
    const Point next = shifted(view_, step + kSteps - kLag);
    const Point start = place(view_, 0, 0);
    const Point second = place(view_, 1, 0) + next;
    const Point gap = place(view_, 1, 0) - start + next - here;
    walk_[0].push_back(sketch_.add(0, first(step, start + here), second.x, second.y));
    const Drawing ring = finished(caterpillar_ring(view_, static_cast<int>(step)));
    walk_[1].push_back(sketch_.add(1, ring, gap.x, gap.y));
    for (uint8_t limb = 2; limb < kLast; ++limb) {
      walk_[limb].push_back(sketch_.share(limb, 1, walk_[1].back()));
    }
  }

  /// A picture at rest that carries the next limb by `move`.
  uint8_t resting(uint8_t limb, Point here, Point move) {
    if (limb == 0) return sketch_.add(limb, first(2, here), here.x + move.x, here.y + move.y);
    return sketch_.add(limb, finished(caterpillar_ring(view_, 2)), move.x, move.y);
  }

  void draw_resting(uint8_t limb) {
    for (int part = 0; part <= 3; ++part) {
      const Point here = place(view_, limb, part);
      rear_[limb].push_back(resting(limb, here, place(view_, limb + 1u, part) - here));
    }
    const Point here = place(view_, limb, 0);
    const Point breath{0, limb == 1 ? 1 : limb == 4 ? -1 : 0};
    inhale_[limb] = resting(limb, here, place(view_, limb + 1u, 0) - here + breath);
  }

  Commands mouth(const std::vector<size_t>& order) const {
    return view_ == View::back ? Commands{kCommandHide} : pick(mouth_, order);
  }

  void record_walking(Facing facing) const {
    std::vector<Part> parts;
    for (uint8_t limb = 0; limb < kLast; ++limb) {
      parts.push_back({limb, rotated(walk_[limb], (kSteps - kLag) * limb % kSteps)});
    }
    parts[0].commands.push_back(kCommandSound);
    parts.push_back({kLast, pick(last_, {0, 0, 1, 1, 2, 2, 3, 3})});
    parts.push_back({kMouth, {kCommandHide}});
    sketch_.record(kWalk, facing, parts);
  }

  void record_standing(Facing facing) const {
    std::vector<Part> parts;
    for (uint8_t limb = 0; limb < kLast; ++limb) {
      parts.push_back({limb, join({times(rear_[limb][0], 8), times(inhale_[limb], 6)})});
    }
    parts.push_back(
        {kLast, view_ == View::back ? times(last_[1], 1) : join({times(last_[0], 11), last_})});
    parts.push_back({kMouth, {kCommandHide}});
    sketch_.record(kInit, facing, parts);
    sketch_.record(kStand, facing, parts);
    sketch_.record(kTalkStart, facing,
                   {{kLast, last_}, {kMouth, mouth({1, 2, 1, 0, 2, 1, 2, 0, 0})}});
    sketch_.record(kTalkStop, facing, {parts[kLast], {kMouth, {kCommandHide}}});
  }

  void record_rearing(Facing facing) const {
    std::vector<Part> parts;
    for (uint8_t limb = 0; limb < kLast; ++limb) {
      parts.push_back({limb, pick(rear_[limb], {0, 1, 2, 3, 3}), false});
    }
    parts.push_back({kLast, last_});
    parts.push_back({kMouth, join({times(kCommandHide, 5), mouth({1, 2, 2, 1})}), false});
    sketch_.record(kRearUp, facing, parts);
  }

  CostumeSketch& sketch_;
  View view_;
  std::array<Commands, kLast> walk_;
  std::array<Commands, kLast> rear_;  ///< 0 at rest, to 3
  std::array<uint8_t, kLast> inhale_{};
  Commands last_;
  Commands mouth_;
};

}  // namespace

CostumeSketch make_caterpillar() {
  CostumeSketch sketch(0x58, 0x58, costume_colors(kCaterpillarColors, 16));
  record_views<CaterpillarView>(sketch);
  return sketch;
}

}  // namespace wardrobe::sample
