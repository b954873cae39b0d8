#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "formats/player/limb.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

// Writes any number of the rows of json_rows.h as JSON, piece by piece, without a tree of the whole
// JSON in memory.

/// [limb, index, x, y, flip].
void append_cel(std::string& text, const Cel& cel);

/// Fails if the table `what` has more rows than `most`.
Status check_rows(const std::string& what, const TablesView& tables, uint64_t most);

/// Called with one piece of text after the other.
using GiveText = std::function<void(std::string_view)>;

/// Writes the rows of a table as `list --json` prints them, one line of JSON each. With `costume`,
/// only rows of that costume and rows of no costume. Fails, and gives nothing, if there are too
/// many rows (LIMITS.md). Calls read_picture only for the table costumes.
Status write_json_lines(const std::string& what, const TablesView& tables,
                        const ReadPixels& read_picture, std::optional<uint32_t> costume,
                        const GiveText& give);

}  // namespace wardrobe
