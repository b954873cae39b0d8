#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// Scaling of actors as in engines: SCUMM.md §8 "Scaled pictures".

/// An actor as large as its pictures.
inline constexpr uint8_t kFullScale = 255;

/// The tables by which rows and columns are left out.
enum class ScaleRule : uint8_t {
  cost,
  akos,
  unscaled,  ///< always at full size
};

/// The rule of a costume: costumes.kind and codec.
ScaleRule scale_rule(Kind kind, uint8_t codec);

/// A row or column of a picture and its target.
struct ScaledLine {
  uint32_t from;
  int64_t to;

  friend bool operator==(const ScaledLine&, const ScaledLine&) = default;
};

/// The rows and columns of a picture that an actor at a scale, 1 to 255, shows.
class ActorScale {
 public:
  explicit ActorScale(ScaleRule rule = ScaleRule::unscaled, uint8_t scale = kFullScale);

  /// Target x of every column of a picture of this width, in drawing order. A dropped column has
  /// the same x as the next kept one, which is drawn over it. `rel` is the picture's x relative to
  /// the anchor before flipping, `actor` is the anchor's x.
  std::vector<ScaledLine> columns(int64_t actor, int32_t rel, uint32_t width, bool flip) const;

  /// The kept rows of a picture, from its top.
  std::vector<ScaledLine> rows(int64_t actor, int32_t rel, uint32_t height) const;

  /// Target y of a picture's top row, whether kept or not.
  int64_t top(int64_t actor, int32_t rel) const;

 private:
  bool keeps(int64_t index) const;
  /// Number of kept indices among the `count` from `first` on.
  int64_t kept(int64_t first, int64_t count) const;

  int64_t middle_;              ///< the index of the anchor's own row and column
  std::vector<uint8_t> keeps_;  ///< by index; repeats in both directions
};

}  // namespace wardrobe
