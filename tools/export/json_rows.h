#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "formats/player/direction.h"
#include "formats/tables.h"

namespace wardrobe {

/// A row as `--json` prints it: tools/export/ROWS.md says what they mean.
using Row = nlohmann::ordered_json;

/// One line of JSON; bytes that are no UTF-8 are replaced.
std::string json_line(const Row& row);

/// The names of a timeline's flags.
Row flag_names(uint16_t flags);

/// An id of a costume; 0: null.
Row costume_id(uint16_t id);

/// The number of a row of Rooms; null where there is none.
Row room_number(const Tables& tables, uint32_t row);

/// "W", "E", "S", "N"; degrees where a costume has 8 directions.
Row direction_row(Direction facing, unsigned directions);

/// The colours of a row of Palettes, 6 hexadecimal digits each.
std::string colors_text(const Palettes& palettes, size_t row);

/// Each calls give(row) for every row of its table.
using GiveRow = std::function<void(const Row&)>;
void costume_rows(const Tables& tables, const GiveRow& give);
void picture_rows(const Tables& tables, const GiveRow& give);
void timeline_rows(const Tables& tables, const GiveRow& give);
void palette_rows(const Tables& tables, const GiveRow& give);
void failure_rows(const Tables& tables, const GiveRow& give);

}  // namespace wardrobe
