#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "tools/find/patterns.h"
#include "tools/find/query.h"
#include "tools/render/room.h"

namespace wardrobe {

/// How a picture was matched, the best first.
enum class MatchKind : uint8_t {
  exact,  ///< the whole image is the picture, with the same pixel values or its own colours
  whole,  ///< the whole image is the picture, in other colours
  part,   ///< a part of the image
};

/// A picture to look for.
struct Template {
  Bytes pixels;
  size_t width = 0;
  size_t height = 0;
  uint8_t transparent = 0;
  std::array<bool, 256> drawn{};        ///< values that hide what is behind them: no shadows
  std::array<uint32_t, 256> colors{};   ///< as Reading::colors; 0: transparent
  std::array<uint8_t, 256> by_color{};  ///< the first value of the same colour

  uint8_t at(size_t x, size_t y) const { return pixels[y * width + x]; }
  bool is_drawn(size_t x, size_t y) const { return drawn[at(x, y)]; }
};

/// Where a frame draws a picture from the anchor.
struct Placement {
  int32_t x = 0;
  int32_t y = 0;
  bool flip = false;

  // clang-tidy 14 is wrong about defaulted comparisons.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// A picture in a reading of the image.
struct Match {
  uint32_t reading = 0;
  int32_t x = 0;  ///< of its top left, in pixels of the reading
  int32_t y = 0;
  MatchKind kind = MatchKind::part;
  uint32_t matched = 0;  ///< pixels in which they agree
  uint32_t visible = 0;  ///< pixels of the picture within the image
  uint32_t score = 0;    ///< features in which they agree
  uint32_t width = 0;    ///< of the picture as it is drawn
  uint32_t height = 0;
  // If a room makes the actor smaller:
  uint8_t actor_scale = kFullScale;
  Placement placement{};
  int64_t from_anchor_x = 0;  ///< of the top left as it is drawn
  int64_t from_anchor_y = 0;
};

/// The upper left of a window of a picture, all of whose pixels are drawn.
struct TemplateWindow {
  size_t x = 0;
  size_t y = 0;
  size_t step = 1;
  uint32_t features = 0;
};

/// A few windows with the most features, not too close to each other.
std::vector<TemplateWindow> windows_of(const Template& picture);

/// Whether the picture is at this place of a reading, where it has this window.
std::optional<Match> match_at(const Template& picture, const Query& query, uint32_t reading,
                              int32_t x, int32_t y, const TemplateWindow& window);

/// All places in the image where the picture is. `windows` are those of the picture.
std::vector<Match> matches_of(const Template& picture, std::span<const TemplateWindow> windows,
                              const Query& query);

}  // namespace wardrobe
