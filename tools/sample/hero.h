#pragma once

#include "tools/sample/figure.h"

namespace wardrobe::sample {

/// The hero's colours by number, as in palette.cc, and their characters in pixel maps.
inline constexpr std::string_view kHeroInks = ".kbsmlhHdcCrRtTw";

inline constexpr Material kHeroSkin{2, 2, {3, 4, 5}, 3};
inline constexpr Material kHeroScarf{1, 11, {11, 12, 12}, 3};

/// The body without head.
Canvas hero_body(View view, const Pose& pose);
/// One arm by itself, for the limb of its own.
Canvas hero_arm(View view, const Pose& pose, size_t which);

/// The head over shoulders that are moved by `shoulder`.
Canvas hero_head(View view, Point shoulder);
/// Overlays on the head: shut eyes, and mouths 0–3 from shut to wide open.
Canvas hero_lids(View view);
Canvas hero_mouth(View view, int mouth);
/// The scarf's loose end: 0–5 hanging, or blown by the wind of walking.
Canvas hero_scarf(View view, int frame, bool blown);

}  // namespace wardrobe::sample
