#pragma once

#include <cstdint>

namespace wardrobe {

/// What benchmarks of drawing have in common, so that they can be compared: a canvas, where the
/// anchor is on it, and which timelines of the large sample are drawn there, tick by tick.
inline constexpr uint32_t kWidth = 640;
inline constexpr uint32_t kHeight = 480;
inline constexpr int32_t kAnchorX = 320;
inline constexpr int32_t kAnchorY = 400;
inline constexpr uint32_t kEveryTimeline = 8;

}  // namespace wardrobe
