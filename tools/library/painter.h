#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/archive/archive.h"
#include "formats/player/limb.h"
#include "kernels/blit.h"
#include "tools/library/call.h"
#include "tools/library/wardrobe.h"
#include "tools/render/render.h"
#include "tools/render/scene.h"

namespace wardrobe {

/// Draws on a caller's canvas, as tools/render does.
class Painter {
 public:
  /// `colors` may be null. Draw only if outcome() is a success.
  Painter(const Archive& archive, const wardrobe_colors* colors, const wardrobe_canvas* canvas,
          size_t canvas_size);

  /// Whether the canvas is one that can be drawn on.
  const Outcome& outcome() const { return outcome_; }

  Status draw(std::span<const Cel> cels) const;
  /// Draws in a room whose top left is the anchor. `values`: pixel value → colour of the room.
  void draw_background(const RoomView& room) const;
  Status draw_actor(std::span<const Cel> cels, const RoomView& room, const RoomActor& actor,
                    SceneColors<uint8_t> values) const;

  /// Draws `count` cels, cel_at(0) and so on.
  template <class CelAt>
  Status draw(size_t count, const CelAt& cel_at) const {
    std::array<Cel, 32> piece;
    for (size_t first = 0; first < count; first += piece.size()) {
      const size_t size = std::min(piece.size(), count - first);
      for (size_t i = 0; i < size; ++i) piece[i] = cel_at(first + i);
      if (Status drawn = draw({piece.data(), size}); !drawn) return drawn;
    }
    return ok();
  }

 private:
  const Archive& archive_;
  Outcome outcome_;
  bool colored_;
  std::array<uint32_t, 256> palette_;
  Rect box_;  ///< the part to draw on, from the anchor
  Canvas<uint8_t> indices_{};
  Canvas<uint32_t> pixels_{};
};

}  // namespace wardrobe
