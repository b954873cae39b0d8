#pragma once

#include <cstdint>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// How engines draw a costume smaller than its pictures: SCUMM.md §8 "Scaled pictures".

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

/// A row or column of a picture and where it goes.
struct ScaledLine {
  uint32_t from;
  int64_t to;

  friend bool operator==(const ScaledLine&, const ScaledLine&) = default;
};

/// Which rows and columns of its pictures an actor at a scale, 1 to 255, is made of.
class ActorScale {
 public:
  explicit ActorScale(ScaleRule rule = ScaleRule::unscaled, uint8_t scale = kFullScale);

  /// The columns of a picture `width` wide, in the order in which they are drawn, each over what
  /// is there: all of them, dropped ones in the place of the next one that is kept. `rel` is the
  /// picture's x from the anchor without flipping, `actor` the anchor's place.
  std::vector<ScaledLine> columns(int64_t actor, int32_t rel, uint32_t width, bool flip) const;

  /// The rows of a picture that are kept, from its top.
  std::vector<ScaledLine> rows(int64_t actor, int32_t rel, uint32_t height) const;

  /// Where a picture's top row goes, whether it is kept or not.
  int64_t top(int64_t actor, int32_t rel) const;

 private:
  bool keeps(int64_t index) const;
  /// How many of the `count` indices from `first` on are kept.
  int64_t kept(int64_t first, int64_t count) const;

  int64_t middle_;              ///< the index of the anchor's own row and column
  std::vector<uint8_t> keeps_;  ///< by index; beyond, it repeats
};

}  // namespace wardrobe
