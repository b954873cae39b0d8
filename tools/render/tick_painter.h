#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/player/trace.h"
#include "formats/result.h"
#include "tools/render/open_archive.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Draws the ticks of a trace, the anchor at the same place of every image.
class TickPainter {
 public:
  /// Reads the pictures that `trace` shows. Images show `box` (box_of) and start out as
  /// `background`. The archive and the trace must outlive the painter.
  static Result<TickPainter> create(const OpenArchive& open, const Trace& trace, const Box& box,
                                    uint8_t background);

  /// `count` ticks from `tick` on, side by side, every pixel a square of `scale` × `scale`.
  IndexImage draw(size_t tick, size_t count, uint32_t scale) const;

  size_t ticks() const { return trace_->ticks(); }

 private:
  TickPainter(const OpenArchive& open, const Trace& trace, const Box& box, uint8_t background)
      : open_(&open), trace_(&trace), box_(box), background_(background) {}

  Result<BlitPicture> picture(uint32_t row) const;

  const OpenArchive* open_;
  const Trace* trace_;
  Box box_;
  uint8_t background_;
};

}  // namespace wardrobe
