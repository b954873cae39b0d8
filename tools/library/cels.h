#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/play_rules.h"
#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/wardrobe.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The row of Frames that a timeline shows at a tick, counted as in wardrobe_read_cels.
inline uint32_t frame_at(const TimelinesView& lines, uint32_t timeline, uint32_t tick) {
  const auto frames = elements_at(lines.tick_offset, lines.tick, timeline);
  if (tick < frames.size()) return frames[tick];
  const uint32_t loop_start = lines.loop_start[timeline];
  if (loop_start == kNone) return frames.back();
  return frames[loop_start + (tick - frames.size()) % (frames.size() - loop_start)];
}

inline wardrobe_cel to_c(const Cel& cel) {
  return {cel.picture, cel.x, cel.y, cel.index, cel.limb, cel.flip};
}
/// Sides are cut to a uint32_t: a box around cels that are very far apart can be a little longer.
inline wardrobe_box to_c(const Rect& box) {
  return {static_cast<int32_t>(box.left), static_cast<int32_t>(box.top),
          static_cast<uint32_t>(std::min<int64_t>(box.width, UINT32_MAX)),
          static_cast<uint32_t>(std::min<int64_t>(box.height, UINT32_MAX))};
}
inline Cel from_c(const wardrobe_cel& cel) {
  return {cel.limb, cel.flip, cel.index, cel.picture, cel.x, cel.y};
}
inline wardrobe_shading to_c(const Shading& shading) {
  wardrobe_shading given{};
  for (size_t i = 0; i < ImagePalette::kColors; ++i) {
    given.is_shadow[i] = shading.is_shadow[i] ? 1 : 0;
    given.darker[i] = shading.darker[i];
  }
  return given;
}
inline Shading from_c(const wardrobe_shading& given) {
  Shading shading;
  for (size_t i = 0; i < ImagePalette::kColors; ++i) {
    shading.is_shadow[i] = given.is_shadow[i] != 0;
    shading.darker[i] = given.darker[i];
    shading.any |= shading.is_shadow[i];
  }
  return shading;
}

/// Fails unless all cels of the caller have existing pictures.
inline Outcome check_pictures(const TablesView& tables, std::span<const wardrobe_cel> cels) {
  for (const wardrobe_cel& cel : cels) {
    if (cel.picture >= tables.pictures.width.size()) return no_row("pictures", cel.picture);
  }
  return {};
}

/// Fills in the rows to_row(0) … to_row(size - 1), as many as fit, and sets *count to `size`.
template <class Row, class ToRow>
Outcome give(size_t size, Row* out, size_t capacity, size_t* count, const ToRow& to_row) {
  if (count == nullptr || (out == nullptr && capacity != 0)) {
    return wrong_argument("count is NULL, or rows to fill in are");
  }
  for (size_t i = 0; i < std::min(capacity, size); ++i) out[i] = to_row(i);
  *count = size;
  return {};
}

}  // namespace wardrobe
