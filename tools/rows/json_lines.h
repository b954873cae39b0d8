#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/player/limb.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {

// Writes any number of the rows of json_rows.h as JSON, piece by piece, without a tree of the whole
// JSON in memory.

/// [limb, index, x, y, flip].
void append_cel(std::string& text, const Cel& cel);

/// Fails if the table `what` has more rows than `most`.
Status check_rows(const std::string& what, const TablesView& tables, uint64_t most);

/// Called with one piece of text after the other.
using GiveText = std::function<void(std::string_view)>;

/// Which rows of a table to give.
struct RowChoice {
  std::vector<uint32_t> costumes;  ///< rows of Costumes; empty: all
  /// Only rows of these chores, and pictures that their timelines show; empty: any.
  std::vector<unsigned> chores;

  bool has_costume(uint32_t costume) const;
  bool has_chore(const Row& chore) const;
};

/// Calls give(row) for the chosen rows of the table `what`. Tables that do not belong to costumes,
/// such as rooms, are given whole.
void chosen_rows(const std::string& what, const TablesView& tables, const RowChoice& choice,
                 const GiveRow& give);

/// Writes the chosen rows of a table as `list --json` prints them, one line of JSON each. Fails,
/// and gives nothing, if there are too many rows (LIMITS.md). Calls read_picture only for the table
/// costumes.
Status write_json_lines(const std::string& what, const TablesView& tables,
                        const ReadPixels& read_picture, const RowChoice& choice,
                        const GiveText& give);

}  // namespace wardrobe
