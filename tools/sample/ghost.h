#pragma once

#include "tools/sample/art.h"

namespace wardrobe::sample {

/// The ghost has separate art for each direction: the lantern is always in its left hand.
enum class GhostView : uint8_t { west, east, front, back };

inline constexpr int kGhostFrames = 6;

/// The robe with cape and the free arm, waving; it streams back when it floats along.
Canvas ghost_robe(GhostView view, int frame, bool floats);
Canvas ghost_head(GhostView view, bool blinks);
Canvas ghost_jaw(GhostView view, int frame);  ///< frame 0–2, from shut to open
/// The arm that holds the lantern.
Canvas ghost_arm(GhostView view);
/// The lantern itself, hanging from the anchor, its flame in frame 0–3.
Canvas ghost_lantern(int frame);
/// The point from which the lantern hangs.
Point ghost_hand(GhostView view);
/// Whether the arm with the lantern is on the far side of the body.
bool ghost_arm_is_far(GhostView view);
/// The whole ghost, fading away: frame 0–4.
Canvas ghost_fading(GhostView view, int frame);

}  // namespace wardrobe::sample
