#pragma once

#include <cstdint>

namespace wardrobe {

/// Shared by benchmarks of drawing, so that they can be compared: a canvas, the anchor on it, and
/// the choice of timelines of the large sample that are drawn there, tick by tick.
inline constexpr uint32_t kWidth = 640;
inline constexpr uint32_t kHeight = 480;
inline constexpr int32_t kAnchorX = 320;
inline constexpr int32_t kAnchorY = 400;
inline constexpr uint32_t kEveryTimeline = 8;

}  // namespace wardrobe
