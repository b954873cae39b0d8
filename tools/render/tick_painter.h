#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/archive/picture_reader.h"
#include "formats/player/trace.h"
#include "formats/result.h"
#include "tools/render/palette_choice.h"
#include "tools/render/render.h"
#include "tools/render/room_stage.h"

namespace wardrobe {

/// Draws the ticks of a trace, with the anchor at the same place in every image.
class TickPainter {
 public:
  /// Fails if a picture that `trace` shows is damaged. Each image shows `box` (bounds_of), and is
  /// filled with the look's background first. The reader and the trace must outlive the painter.
  static Result<TickPainter> create(PictureReader& pictures, const Trace& trace, const Rect& box,
                                    const Look& look);

  /// The same in a room. Each image shows the part `box` of the room (stage_bounds), with colour 0
  /// where nothing is drawn. The stage must also outlive the painter.
  static Result<TickPainter> create(PictureReader& pictures, const Trace& trace, const Rect& box,
                                    const RoomStage& stage);

  /// Draws `count` ticks from `tick` on, side by side. Every pixel is a square of `scale` ×
  /// `scale`.
  Result<IndexImage> draw(size_t tick, size_t count, uint32_t scale) const;

  size_t ticks() const { return trace_->ticks(); }
  const Rect& box() const { return box_; }
  /// The number of pixels of all pictures drawn in all ticks: a measure of the work.
  uint64_t drawn_pixels() const;

 private:
  TickPainter(PictureReader& pictures, const Trace& trace, const Rect& box, const Look& look)
      : pictures_(&pictures),
        trace_(&trace),
        box_(box),
        background_(look.background),
        shading_(look.shading) {}

  Status draw_on(const Canvas<uint8_t>& canvas, size_t tick) const;
  const TablesView& tables() const { return pictures_->archive().tables(); }

  PictureReader* pictures_;
  const Trace* trace_;
  Rect box_;
  uint8_t background_;
  Shading shading_;
  // With a stage only:
  const RoomStage* stage_ = nullptr;
  std::vector<uint8_t> room_;     ///< the part `box` of its room, drawn once
  std::vector<uint32_t> planes_;  ///< by tick: the plane that hides the actor
};

}  // namespace wardrobe
