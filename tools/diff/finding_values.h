#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// What findings say, for both text and JSON.

/// One of the two archives.
struct DiffSide {
  const Tables& tables;
  uint32_t Sides::*member;

  uint32_t row(const Sides& sides) const { return sides.*member; }
};
inline DiffSide old_side(const DiffTables& tables) { return {tables.old_tables, &Sides::old_row}; }
inline DiffSide new_side(const DiffTables& tables) { return {tables.new_tables, &Sides::new_row}; }
/// The new archive, or the old one if the new one has no such row.
inline DiffSide latest_side(const DiffTables& tables, const Sides& sides) {
  return sides.new_row != kNone ? new_side(tables) : old_side(tables);
}

/// Why one of the archives could not read what a finding of kind unreadable is about.
std::string failure_text(const DiffTables& tables, const Finding& finding);

/// The directions of a pair of costumes: 8 if one of them has 8.
uint8_t pair_directions(const DiffTables& tables, Sides costume);

/// A colour that changed: an index (one byte) or red, green and blue; empty: there is none.
struct ColorChange {
  size_t index;
  Bytes old_color;
  Bytes new_color;
};

/// The colours that differ, of a finding of kind palette.
std::vector<ColorChange> changed_colors(const DiffTables& tables, const Finding& finding);

/// Whether the colours of such a finding are indices into a room's palette.
bool has_color_indices(const Finding& finding);

/// One of the fields "x", "y", "xinc" and "yinc" of a row of Entries; 0 for kNone.
int16_t placement_value(const Tables& tables, std::string_view field, uint32_t entry);

/// The eight coordinates of a row of Boxes, its mask, flags and scale.
std::array<int64_t, 11> box_values(const Tables& tables, uint32_t box);
/// scale1, y1, scale2 and y2 of a row of Scales.
std::array<int32_t, 4> scale_values(const Tables& tables, uint32_t slot);
/// How many pixels a row of Planes hides.
uint64_t hidden_pixels(const Tables& tables, uint32_t plane);
/// The strips of a room's background that are seen through, from 0.
std::vector<uint32_t> see_through_strips(const Tables& tables, uint32_t room);

std::string hex_text(Bytes bytes, std::string_view between);

std::string_view kind_text(const Tables& tables, uint32_t costume);  ///< "COST" or "AKOS"
std::string_view mode_name(uint8_t mode);

/// What a row of Windows does: "loop 00 01 02", "off".
std::string window_text(const Tables& tables, uint32_t costume, uint32_t window);

}  // namespace wardrobe
