#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "tools/conform/tick_looks.h"

namespace wardrobe {

/// Compares the lines of another player with the right ones. The lines can be in any
/// order; nothing is kept of those that are right.
class LineCheck {
 public:
  /// `looks` must outlive this.
  explicit LineCheck(const TickLooks& looks) : looks_(looks), seen_(looks.size()) {}

  /// Takes the next piece of its lines. An error names the line that cannot be read.
  Status take(std::string_view piece);
  /// Takes the end of the lines.
  Status finish();

  bool same() const { return differing_ + missing() + extra_ == 0; }
  /// The first tick that differs, and how many do; for people, one line each.
  std::string report() const;

 private:
  Status take_line();
  size_t missing() const { return seen_.size() - right_ - differing_; }

  const TickLooks& looks_;
  std::string rest_;  ///< a line that has not ended
  size_t line_ = 0;   ///< number of the last line taken, from 1
  std::vector<bool> seen_;
  size_t right_ = 0;
  size_t differing_ = 0;
  size_t extra_ = 0;
  size_t first_extra_ = 0;                   ///< its line
  std::optional<size_t> first_differing_{};  ///< the tick
  std::string difference_;                   ///< at that tick
};

}  // namespace wardrobe
