#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/player/trace.h"
#include "formats/result.h"
#include "tools/render/open_archive.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Draws the ticks of a trace, the anchor at the same place of every image.
class TickPainter {
 public:
  /// Reads the pictures that `trace` shows. Images show `box` (box_of) and start out as
  /// `background`. The archive's tables and the trace must outlive the painter.
  static Result<TickPainter> create(OpenArchive& open, const Trace& trace, const Box& box,
                                    uint8_t background);

  /// `count` ticks from `tick` on, side by side, every pixel a square of `scale` × `scale`.
  IndexImage draw(size_t tick, size_t count, uint32_t scale) const;

  size_t ticks() const { return trace_->ticks(); }

 private:
  TickPainter(const Pictures& pictures, const Trace& trace, const Box& box, uint8_t background)
      : pictures_(&pictures), trace_(&trace), box_(box), background_(background) {}

  const Pictures* pictures_;
  const Trace* trace_;
  Box box_;
  uint8_t background_;
  std::unordered_map<uint32_t, std::vector<uint8_t>> pixels_;  ///< by row of Pictures
};

}  // namespace wardrobe
