#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "formats/limits.h"
#include "formats/tables.h"
#include "formats/versions.h"

/// Rules for the values of single columns (FORMAT.md "The tables"). validate() checks them; the
/// reader in JavaScript takes them from schema.js.

namespace wardrobe {

/// The values from `first` to `last`. The default contains no value.
struct ValueRange {
  uint64_t first = 1;
  uint64_t last = 0;
};

/// Each value of `column` is in one of `ranges`.
struct ValueRule {
  std::string_view column;
  std::array<ValueRange, 10> ranges;
};

/// The values of all versions.
constexpr decltype(ValueRule::ranges) version_ranges() {
  decltype(ValueRule::ranges) ranges;
  size_t count = 0;
  for (const VersionFacts& row : kVersionFacts) {
    const auto value = static_cast<uint64_t>(row.version);
    if (count > 0 && ranges[count - 1].last + 1 == value) {
      ranges[count - 1].last = value;
    } else {
      ranges[count++] = {value, value};
    }
  }
  return ranges;
}

inline constexpr ValueRange kLimbRange{0, kLimbs - 1};
inline constexpr ValueRange kFlagRange{0, 1};
inline constexpr ValueRule kValueRules[] = {
    {"game.version", version_ranges()},
    {"rooms.see_through", {{kFlagRange}}},
    {"costumes.kind", {{{0, 1}}}},
    {"costumes.format", {{{0, 0}, {0x57, 0x61}, {0xD7, 0xE1}}}},
    {"costumes.codec", {{{1, 1}, {5, 5}, {16, 16}, {32, 32}}}},
    {"costumes.mirror_west", {{kFlagRange}}},
    {"costumes.directions", {{{4, 4}, {8, 8}}}},
    {"tables.limb", {{{0, kAuxiliaryLimb}, {kNoLimb, kNoLimb}}}},
    {"entries.state", {{{0, 3}}}},
    {"entries.reached", {{kFlagRange}}},
    {"windows.limb", {{kLimbRange}}},
    {"windows.mode", {{{0, kWindowModes - 1}}}},
    {"pictures.width", {{{1, kMaxSide}}}},
    {"pictures.height", {{{1, kMaxSide}}}},
    {"timelines.flags", {{{0, 2 * kLost - 1}}}},
    {"timelines.read", {{{0, kReads - 1}}}},
    {"cels.limb", {{kLimbRange}}},
    {"cels.flip", {{kFlagRange}}},
    {"events.limb", {{kLimbRange}}},
    {"events.kind", {{{0, kEventKinds - 1}}}},
    {"failures.kind", {{{0, 1}}}},
};

/// The offsets in `column` divide the rows of `table`, or a column of pixels. All other offset
/// columns, `x_offset`, divide the column `x` of their own table.
struct DivisionRule {
  std::string_view column;
  std::string_view table;
};
inline constexpr DivisionRule kDivisionRules[] = {
    {"rooms.plane_offset", "planes"},          {"rooms.box_offset", "boxes"},
    {"rooms.scale_offset", "scales"},          {"rooms.background_offset", "backgrounds"},
    {"costumes.table_offset", "tables"},       {"costumes.record_offset", "records"},
    {"costumes.sequence_offset", "sequences"}, {"tables.entry_offset", "entries"},
    {"records.window_offset", "windows"},      {"pictures.pixel_offset", "pixels"},
    {"timelines.event_offset", "events"},      {"frames.cel_offset", "cels"},
};

/// Each value of `column` is a row of `table`.
struct RowRule {
  std::string_view column;
  std::string_view table;
  bool none = false;  ///< whether a value may also be none
};
inline constexpr RowRule kRowRules[] = {
    {"rooms.source", "sources"},
    {"palettes.room", "rooms"},
    {"costumes.room", "rooms", true},
    {"costumes.source", "sources"},
    {"costumes.default_timeline", "timelines", true},
    {"costumes.default_palette", "palettes", true},
    {"entries.picture", "pictures", true},
    {"timelines.tick", "frames"},
    {"cels.picture", "pictures"},
    {"failures.costume", "costumes", true},
    {"failures.source", "sources", true},
};

/// Within each row, the values of `column` strictly rise. `offsets` divides them among the rows.
struct RisingRule {
  std::string_view column;
  std::string_view offsets;
};
inline constexpr RisingRule kRisingRules[] = {
    {"costumes.alias", "costumes.alias_offset"},     {"costumes.shadow", "costumes.shadow_offset"},
    {"sequences.start", "costumes.sequence_offset"}, {"records.number", "costumes.record_offset"},
    {"windows.limb", "records.window_offset"},       {"timelines.read", "timelines.read_offset"},
};

/// The offsets in `column` give each row `least` to `most` elements.
struct CountRule {
  std::string_view column;
  uint32_t least;
  uint32_t most;
};
inline constexpr CountRule kCountRules[] = {
    {"rooms.plane_offset", 0, kMaxPlanes},
    {"costumes.color_offset", 0, kMaxColors},
    {"timelines.tick_offset", 1, kNone},
};

}  // namespace wardrobe
