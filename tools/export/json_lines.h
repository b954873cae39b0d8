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

// Writes any number of the rows of json_rows.h as JSON, piece by piece, so that the whole JSON is
// never in memory as a tree.

/// [limb, index, x, y, flip].
void append_cel(std::string& text, const Cel& cel);

/// An error if the table has more rows than `most`.
Status check_rows(const std::string& what, const Tables& tables, uint64_t most);

/// Called with one piece of text after the other.
using GiveText = std::function<void(std::string_view)>;

/// The rows of a table, one line of JSON each, as `list --json` prints them. With `costume`, only
/// rows of that costume or of no costume. Gives nothing if the rows are too many (LIMITS.md).
/// Only rows of costumes read pictures.
Status write_json_lines(const std::string& what, const Tables& tables,
                        const ReadPixels& read_picture, std::optional<uint32_t> costume,
                        const GiveText& give);

}  // namespace wardrobe
