#pragma once

#include "formats/cost/layout.h"
#include "tools/sample/figure.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// A sound command that exists in both v5 and v6.
inline constexpr uint8_t kCommandSound = kLastSoundCommand;

inline Commands times(uint8_t command, size_t count) { return Commands(count, command); }

inline Commands join(const std::vector<Commands>& parts) {
  Commands all;
  for (const Commands& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The pictures of `from` that `order` names.
inline Commands pick(const Commands& from, const std::vector<size_t>& order) {
  Commands picked;
  for (const size_t i : order) picked.push_back(from[i]);
  return picked;
}

/// `from` rotated so that it begins with its element `start`.
inline Commands rotated(const Commands& from, size_t start) {
  Commands all;
  for (size_t i = 0; i < from.size(); ++i) all.push_back(from[(start + i) % from.size()]);
  return all;
}

/// Draws and records a figure in its three views; the side serves both West and East.
template <class FigureView>
void record_views(CostumeSketch& sketch) {
  const FigureView side(sketch, View::side);
  side.record_all(Facing::west);
  side.record_all(Facing::east);
  FigureView(sketch, View::front).record_all(Facing::south);
  FigureView(sketch, View::back).record_all(Facing::north);
}

inline Drawing finished(Canvas canvas) {
  canvas.outline();
  return canvas.drawing();
}

}  // namespace wardrobe::sample
