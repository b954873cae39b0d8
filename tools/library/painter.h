#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/archive/archive.h"
#include "formats/play_rules.h"
#include "kernels/blit.h"
#include "tools/library/call.h"
#include "tools/library/wardrobe.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// Draws on a caller's canvas, as tools/render does.
class Painter {
 public:
  /// `colors` may be NULL. Draw only if outcome() is a success.
  Painter(const Archive& archive, const wardrobe_colors* colors, const wardrobe_canvas* canvas,
          size_t canvas_size);

  /// Says whether the painter can draw on the canvas.
  const Outcome& outcome() const { return outcome_; }

  /// `cels` as for draw_cels (tools/render/render.h).
  template <class CelList>
  Status draw(const CelList& cels) const {
    const auto picture_of = [this](uint32_t row) { return read_picture(archive_, row); };
    return colored_ ? draw_cels(cels, picture_of, box_, palette_, pixels_)
                    : draw_cels(cels, picture_of, box_, indices_, shading_);
  }
  /// Draws the background with the room's top left at the anchor. `values` maps a pixel value to a
  /// colour of the room.
  void draw_background(const RoomView& room) const;
  /// Draws with the canvas's shading.
  Status draw_actor(std::span<const Cel> cels, const RoomView& room, RoomActor actor,
                    SceneColors<uint8_t> values) const;

 private:
  const Archive& archive_;
  Outcome outcome_;
  bool colored_;
  std::array<uint32_t, 256> palette_;
  Rect box_;  ///< the part of the canvas to draw on, from the anchor
  Canvas<uint8_t> indices_{};
  Shading shading_;  ///< of indices_
  Canvas<uint32_t> pixels_{};
};

}  // namespace wardrobe
