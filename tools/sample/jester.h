#pragma once

#include "tools/sample/figure.h"

namespace wardrobe::sample {

inline constexpr int kJuggleFrames = 6;

/// The jester's arms while juggling: each hand circles once in six frames, the other one half a
/// circle later.
Pose juggle_pose(View view, int frame);
Pose bow_pose(View view, int frame);  ///< frame 0–3, from upright to bent

/// The body without head.
Canvas jester_body(View view, const Pose& pose);
/// The head, its cap's horns swinging through frames 0–3.
Canvas jester_head(View view, int frame);
Canvas jester_mouth(View view, int mouth);  ///< mouth 0–2, from shut to wide open
Canvas jester_ball(int spin);               ///< spin 0–2; its centre on the anchor
/// The position of a hand of the jester.
Point jester_hand(View view, const Pose& pose, size_t which);

}  // namespace wardrobe::sample
