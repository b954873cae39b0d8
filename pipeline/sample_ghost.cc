#include "pipeline/sample_ghost.h"

#include "pipeline/sample_commands.h"
#include "pipeline/sample_costumes.h"
#include "pipeline/sample_palette.h"

namespace wardrobe {
namespace {

enum Limb : uint8_t { kFarArm, kRobe, kHead, kNearArm, kLantern, kJaw };

enum OwnChore : uint8_t { kVanish = kOwn, kAppear };

/// The pictures and records of one direction.
class GhostSketch {
 public:
  GhostSketch(CostumeSketch& sketch, GhostView view) : sketch_(sketch), view_(view) {
    for (int i = 0; i < kGhostFrames; ++i) {
      hanging_.push_back(add_robe(i, false));
      floating_.push_back(add_robe(i, true));
    }
    for (int i = 1; i < 5; ++i) {
      fading_.push_back(sketch_.add(kRobe, ghost_fading(view_, i).drawing()));
    }
    head_ = sketch_.add(kHead, ghost_head(view_, false).drawing());
    if (has_face()) {
      lids_ = sketch_.add(kHead, ghost_head(view_, true).drawing());
      for (int i = 0; i < 3; ++i) {
        jaw_.push_back(sketch_.add(kJaw, ghost_jaw(view_, i).drawing()));
      }
    }
    arm_ = sketch_.add(arm(), ghost_arm(view_).drawing());
    for (int i = 0; i < 4; ++i) add_lantern(i);
  }

  void record_all() const {
    const Facing facing = static_cast<Facing>(view_);
    const Commands hang = slowly(hanging_);
    const Commands face =
        has_face() ? join({times(head_, 33), times(lids_, 2)}) : Commands{head_};
    const Commands flame = pick(lantern_, {0, 1, 2, 1, 0, 3});
    const std::vector<Part> stand = {{kRobe, hang},
                                     {kHead, face},
                                     {arm(), {arm_}},
                                     {kLantern, flame},
                                     {kJaw, {}}};
    sketch_.record(kInit, facing, stand);
    sketch_.record(kStand, facing, stand);
    sketch_.record(kWalk, facing,
                   {{kRobe, join({floating_, {kCommandSound}})},
                    {kHead, face},
                    {arm(), {arm_}},
                    {kLantern, flame}});
    sketch_.record(kTalkStart, facing, {{kRobe, hang}, {kJaw, speech()}});
    sketch_.record(kTalkStop, facing, {{kJaw, {}}});
    const std::vector<Part> gone = {{kHead, {}}, {arm(), {}}, {kLantern, {}}, {kJaw, {}}};
    std::vector<Part> vanish = gone;
    vanish.push_back({kRobe, join({{kCommandSound}, fading_, {kCommandHide}}), false});
    vanish.back().commands.erase(vanish.back().commands.begin());
    sketch_.record(kVanish, facing, vanish);
    const Commands back(fading_.rbegin(), fading_.rend());
    sketch_.record(kAppear, facing,
                   {{kRobe, join({{kCommandHide}, back, {hanging_[0]}}), false},
                    {kHead, join({times(kCommandHide, 5), {head_}}), false},
                    {arm(), join({times(kCommandHide, 5), {arm_}}), false},
                    {kLantern, join({times(kCommandHide, 5), {lantern_[0]}}), false}});
  }

 private:
  bool has_face() const { return view_ != GhostView::back; }
  uint8_t arm() const { return ghost_arm_is_far(view_) ? kFarArm : kNearArm; }

  uint8_t add_robe(int frame, bool floats) {
    constexpr std::array<int, kGhostFrames> kRise = {0, 1, 2, 2, 1, 0};
    const int rise = kRise[static_cast<size_t>(frame)];
    Drawing drawing = ghost_robe(view_, frame, floats).drawing();
    drawing.y -= rise;
    return sketch_.add(kRobe, drawing, 0, rise);
  }

  /// East comes first and has the real pictures.
  void add_lantern(int frame) {
    Drawing drawing = ghost_lantern(frame).drawing();
    const Point hand = ghost_hand(view_);
    drawing.x += whole(hand.x);
    drawing.y += whole(hand.y);
    lantern_.push_back(view_ == GhostView::east
                           ? sketch_.add(kLantern, drawing)
                           : sketch_.add_redirect(kLantern, kLantern, static_cast<uint8_t>(frame),
                                                  drawing.x, drawing.y));
  }

  static Commands slowly(const Commands& commands) {
    Commands slow;
    for (const uint8_t command : commands) slow.insert(slow.end(), 3, command);
    return slow;
  }

  Commands speech() const {
    return has_face() ? pick(jaw_, {0, 1, 2, 1, 2, 2, 1, 0, 0}) : Commands{};
  }

  CostumeSketch& sketch_;
  GhostView view_;
  Commands hanging_;
  Commands floating_;
  Commands fading_;
  Commands jaw_;
  Commands lantern_;
  uint8_t head_ = 0;
  uint8_t lids_ = 0;
  uint8_t arm_ = 0;
};

}  // namespace

CostumeSketch make_ghost() {
  CostumeSketch sketch(0xD9, 0xE1, costume_colors(kGhostColors, 32));
  for (const GhostView view :
       {GhostView::east, GhostView::west, GhostView::front, GhostView::back}) {
    GhostSketch(sketch, view).record_all();
  }
  return sketch;
}

}  // namespace wardrobe
