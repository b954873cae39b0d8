#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "tools/diff/finding.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// The value of a finding's field in one of the archives; null if that lacks what it is about. Not
/// for colours that changed.
Row value_on(const DiffSide& side, const Finding& finding);

/// What a row of Windows does: "loop 00 01 02", "off".
std::string window_text(const Tables& tables, uint32_t costume, uint32_t window);

/// A row of Boxes: corners, mask, flags and scale.
Row box_row(const Tables& tables, uint32_t box);
/// A row of Scales: [scale1, y1, scale2, y2].
Row scale_row(const Tables& tables, uint32_t slot);
/// The strips of a room's background that are seen through, from 0.
std::vector<uint32_t> see_through_strips(const Tables& tables, uint32_t room);

/// Two hexadecimal digits a byte.
std::string hex_text(Bytes bytes, std::string_view between);

}  // namespace wardrobe
