#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "formats/tables.h"

namespace wardrobe {

/// A row as `--json` prints it: the names and their order are DESIGN.md's "`list … --json` rows".
using Row = nlohmann::ordered_json;

/// One line of JSON; bytes that are no UTF-8 are replaced.
std::string json_line(const Row& row);

/// The names of a timeline's flags.
Row flag_names(uint16_t flags);

/// Each calls give(row) for every row of its table.
using GiveRow = std::function<void(const Row&)>;
void costume_rows(const Tables& tables, const GiveRow& give);
void picture_rows(const Tables& tables, const GiveRow& give);
void timeline_rows(const Tables& tables, const GiveRow& give);
void palette_rows(const Tables& tables, const GiveRow& give);
void failure_rows(const Tables& tables, const GiveRow& give);

}  // namespace wardrobe
