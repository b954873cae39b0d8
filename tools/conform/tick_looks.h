#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/play_rules.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// What every tick of an archive's timelines shows, as tools/conform/README.md specifies it.

/// A drawn frame, without its empty borders. `x` and `y` are those of its top left from the anchor.
struct FrameLook {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  uint64_t xxh64 = 0;
};

/// A cel as it is drawn: mirrored if it is flipped.
struct CelLook {
  uint8_t limb = 0;
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  uint64_t xxh64 = 0;
};

/// A tick of a timeline.
struct TickPlace {
  uint32_t costume = 0;
  uint32_t timeline = 0;
  uint32_t tick = 0;
};

/// Calls body(item) for every item below `count`, in any order, at once if it likes.
using ForEach = std::function<void(size_t count, const std::function<void(size_t item)>& body)>;

/// The ticks of all timelines, numbered from 0 in their order in the archive, which must outlive
/// this.
class TickLooks {
 public:
  /// Draws all frames. Fails if the archive's pixels cannot be read, or if frames are too large
  /// (LIMITS.md).
  static Result<TickLooks> create(const OpenArchive& open, const ForEach& for_each);

  /// Number of ticks.
  size_t size() const { return tables_->timelines.tick.size(); }
  /// The tick of a line: its costume, chore and direction, and its number. None if there is no such
  /// tick. `direction` is "W", or degrees.
  std::optional<size_t> find(uint32_t costume, int64_t chore, const std::string& direction,
                             int64_t tick) const;

  const FrameLook& frame(size_t tick) const { return frames_[tables_->timelines.tick[tick]]; }
  std::vector<CelLook> cels(size_t tick) const;

  /// "costume 1, chore 2 W, tick 3".
  std::string name(size_t tick) const;

  /// The first line, and that of a tick. Each ends with a newline.
  std::string header() const;
  std::string line(size_t tick) const;

  const TablesView& tables() const { return *tables_; }

 private:
  explicit TickLooks(const TablesView& tables);

  TickPlace place_of(size_t tick) const;
  Status check_limits() const;
  Status hash_pictures(const OpenArchive& open, const ForEach& for_each);
  FrameLook draw(const OpenArchive& open, uint32_t frame) const;

  const TablesView* tables_;
  std::vector<FrameLook> frames_;                        ///< by row of Frames
  std::array<std::vector<uint64_t>, 2> picture_hashes_;  ///< by flip and row of Pictures
  std::map<std::string, uint32_t> timelines_;            ///< by costume, chore and direction
};

/// The version of the lines' format.
inline constexpr int kConformVersion = 1;
inline constexpr const char* kConformFormat = "wardrobe-conform";

}  // namespace wardrobe
