#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/player/limb.h"
#include "kernels/blit.h"
#include "tools/library/call.h"
#include "tools/library/row_reader.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Cels as they stand in an archive, checked. Empty where the reader failed.
class CelRows {
 public:
  /// Those of a row of Frames.
  CelRows(RowReader& reader, uint32_t frame);

  size_t size() const { return limb_.size(); }
  Cel operator[](size_t i) const {
    return {limb_[i], flip_[i], index_[i], picture_[i], x_[i], y_[i]};
  }

 private:
  std::span<const uint8_t> limb_;
  std::span<const uint8_t> flip_;
  std::span<const uint16_t> index_;
  std::span<const uint32_t> picture_;
  std::span<const int32_t> x_;
  std::span<const int32_t> y_;
};

/// The ticks of a timeline.
struct TickRows {
  std::span<const uint32_t> frames;  ///< of each tick
  uint32_t loop_start = kNone;
};

/// Of a row of Timelines; no ticks where the reader failed.
TickRows read_ticks(RowReader& reader, uint32_t timeline);

/// The row of Frames that a timeline shows at any tick, as wardrobe_read_cels counts them.
uint32_t frame_at(RowReader& reader, uint32_t timeline, uint32_t tick);

/// A row of Pictures with its pixels, checked, which is then known.
Result<BlitPicture> read_new_picture(RowReader& reader, uint32_t row);
/// The same, which is seldom new.
inline Result<BlitPicture> read_blit_picture(RowReader& reader, uint32_t row) {
  if (const auto known = reader.archive().pictures.find(row)) return *known;
  return read_new_picture(reader, row);
}

inline wardrobe_cel to_c(const Cel& cel) {
  return {cel.picture, cel.x, cel.y, cel.index, cel.limb, cel.flip};
}
/// The sides of a box of the farthest cels can be a little longer than a uint32_t.
inline wardrobe_box to_c(const Box& box) {
  return {static_cast<int32_t>(box.left), static_cast<int32_t>(box.top),
          static_cast<uint32_t>(std::min<int64_t>(box.width, UINT32_MAX)),
          static_cast<uint32_t>(std::min<int64_t>(box.height, UINT32_MAX))};
}
inline Cel from_c(const wardrobe_cel& cel) {
  return {cel.limb, cel.flip, cel.index, cel.picture, cel.x, cel.y};
}

/// Gives a caller as many of `rows` as fit.
template <class Row, class Rows, class ToC>
Outcome give(const Rows& rows, Row* out, size_t capacity, size_t* count, const ToC& to_row) {
  if (count == nullptr || (out == nullptr && capacity != 0)) {
    return wrong_argument("count is NULL, or rows to fill in are");
  }
  for (size_t i = 0; i < std::min<size_t>(capacity, rows.size()); ++i) out[i] = to_row(rows[i]);
  *count = rows.size();
  return {};
}

}  // namespace wardrobe
