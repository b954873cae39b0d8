#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// Scales actors as the engines do: SCUMM.md §8 "Scaled pictures".

/// The scale of an actor that is as large as its pictures.
inline constexpr uint8_t kFullScale = 255;

/// The table that decides which rows and columns are left out.
enum class ScaleRule : uint8_t {
  cost,
  akos,
  unscaled,  ///< always at full size
};

/// The rule for a costume, by its kind and codec in the archive and the version of its game.
ScaleRule scale_rule(Kind kind, uint8_t codec, Version version);

/// The lowest scale at which each of a picture's `count` columns is drawn, or each of its rows,
/// which are never flipped; 256: only at full size. `rel` is as for ActorScale.
std::vector<uint16_t> least_scales(ScaleRule rule, int64_t rel, bool flip, size_t count);

/// Goes along the rows or the columns of a picture, in drawing order.
class ScaledLines {
 public:
  ScaledLines(std::span<const uint8_t> keeps, int64_t index, int64_t first, int step)
      : keeps_(keeps), to_(first), step_(step) {
    const auto size = static_cast<int64_t>(keeps.size());
    at_ = static_cast<size_t>((index % size + size) % size);
  }

  /// Where the line is drawn: an x or a y of the room.
  int64_t to() const { return to_; }
  /// Dropped columns are drawn, too: at the x of the next kept one, which is drawn over them.
  bool is_kept() const { return keeps_[at_] != 0; }

  void next() {
    if (is_kept()) to_ += step_;
    at_ =
        step_ > 0 ? (at_ + 1 == keeps_.size() ? 0 : at_ + 1) : (at_ == 0 ? keeps_.size() : at_) - 1;
  }

 private:
  std::span<const uint8_t> keeps_;
  size_t at_;
  int64_t to_;
  int step_;
};

/// The rows and columns of a picture that are drawn at a scale of 1 to 255.
class ActorScale {
 public:
  explicit ActorScale(ScaleRule rule = ScaleRule::unscaled, uint8_t scale = kFullScale);

  /// The columns of a picture. `rel` is the picture's x from the anchor, before flipping; `actor`
  /// is the x of the anchor. Valid as long as this object.
  ScaledLines columns(int64_t actor, int64_t rel, bool flip) const;

  /// The rows of a picture. `rel` is the picture's y from the anchor; `actor` is the y of the
  /// anchor. Valid as long as this object.
  ScaledLines rows(int64_t actor, int64_t rel) const;

 private:
  /// Number of kept indices among the `count` from `first` on.
  int64_t kept(int64_t first, int64_t count) const;

  int64_t middle_;              ///< the index of the anchor's row and column
  std::vector<uint8_t> keeps_;  ///< by index; it repeats in both directions
};

}  // namespace wardrobe
