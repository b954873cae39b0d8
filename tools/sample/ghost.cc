#include "tools/sample/ghost.h"

#include "tools/sample/commands.h"
#include "tools/sample/costumes.h"
#include "tools/sample/palette.h"

namespace wardrobe::sample {
namespace {

constexpr uint8_t kFarArm = 0;
constexpr uint8_t kRobe = 1;
constexpr uint8_t kHead = 2;
constexpr uint8_t kNearArm = 3;
constexpr uint8_t kLantern = 4;
constexpr uint8_t kJaw = 5;

constexpr uint8_t kVanish = kOwn;
constexpr uint8_t kAppear = kOwn + 1;

/// How high it is in each frame.
constexpr std::array<int, kGhostFrames> kRise = {0, 1, 2, 2, 1, 0};

/// The pictures and records of one direction.
class GhostDirection {
 public:
  GhostDirection(CostumeSketch& sketch, GhostView view) : sketch_(sketch), view_(view) {
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
    draw_arm();
    for (int i = 0; i < 4; ++i) add_lantern(i);
  }

  void record_all() const {
    record_common();
    record_own();
  }

 private:
  Facing facing() const { return static_cast<Facing>(view_); }
  bool has_face() const { return view_ != GhostView::back; }
  uint8_t arm() const { return ghost_arm_is_far(view_) ? kFarArm : kNearArm; }

  /// The near arm is carried by the robe's moves; the far one, drawn before it, goes by itself.
  void draw_arm() {
    Drawing drawing = ghost_arm(view_).drawing();
    Commands at_height;
    for (int rise = 0; rise < (ghost_arm_is_far(view_) ? 3 : 1); ++rise, --drawing.y) {
      at_height.push_back(sketch_.add(arm(), drawing));
    }
    for (const int rise : kRise) {
      arm_.push_back(at_height[at_height.size() > 1 ? static_cast<size_t>(rise) : 0]);
    }
  }

  uint8_t add_robe(int frame, bool floats) {
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

  void record_common() const {
    const Commands hang = slowly(hanging_);
    const Commands face = has_face() ? join({times(head_, 34), times(lids_, 2)}) : Commands{head_};
    const Commands flame = pick(lantern_, {0, 1, 2, 1, 0, 3});
    const Commands speech = has_face() ? pick(jaw_, {0, 1, 2, 1, 2, 2, 1, 0, 0}) : Commands{};
    const std::vector<Part> stand = {
        {kRobe, hang}, {kHead, face}, {arm(), slowly(arm_)}, {kLantern, flame}, {kJaw, {}}};
    sketch_.record(kInit, facing(), stand);
    sketch_.record(kStand, facing(), stand);
    sketch_.record(kWalk, facing(),
                   {{kRobe, join({floating_, {kCommandSound}})},
                    {kHead, face},
                    {arm(), arm_},
                    {kLantern, flame}});
    sketch_.record(kTalkStart, facing(), {{kRobe, hang}, {arm(), slowly(arm_)}, {kJaw, speech}});
    sketch_.record(kTalkStop, facing(), {{kJaw, {}}});
  }

  /// While it fades, the robe's limb shows all of it.
  void record_own() const {
    sketch_.record(kVanish, facing(),
                   {{kRobe, join({fading_, {kCommandHide}}), false},
                    {kHead, {}},
                    {arm(), {}},
                    {kLantern, {}},
                    {kJaw, {}}});
    const Commands unseen = times(kCommandHide, fading_.size() + 1);
    const Commands back(fading_.rbegin(), fading_.rend());
    sketch_.record(kAppear, facing(),
                   {{kRobe, join({{kCommandHide}, back, {hanging_[0]}}), false},
                    {kHead, join({unseen, {head_}}), false},
                    {arm(), join({unseen, {arm_[0]}}), false},
                    {kLantern, join({unseen, {lantern_[0]}}), false}});
  }

  static Commands slowly(const Commands& commands) {
    Commands slow;
    for (const uint8_t command : commands) slow.insert(slow.end(), 3, command);
    return slow;
  }

  CostumeSketch& sketch_;
  GhostView view_;
  Commands hanging_;
  Commands floating_;
  Commands fading_;
  Commands jaw_;
  Commands lantern_;
  Commands arm_;
  uint8_t head_ = 0;
  uint8_t lids_ = 0;
};

}  // namespace

CostumeSketch make_ghost() {
  CostumeSketch sketch(0xD9, 0xE1, costume_colors(kGhostColors, 32));
  for (const GhostView view :
       {GhostView::east, GhostView::west, GhostView::front, GhostView::back}) {
    GhostDirection(sketch, view).record_all();
  }
  return sketch;
}

}  // namespace wardrobe::sample
