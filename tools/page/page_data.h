#pragma once

#include <string>

#include "formats/result.h"
#include "tools/diff/diff.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// What a page is made of.
struct DiffPageInput {
  std::string old_name;
  std::string new_name;
  const DiffInput& old_input;
  const DiffInput& new_input;
  const Diff& diff;
};

/// What page.js shows, as one JSON object:
///
/// - `old`, `new`, `summary`: texts; `counts`: {same, changed, moved, added, removed}; `kinds`: how
///   many findings of each
/// - `palettes`: 6 hexadecimal digits for each pixel value
/// - `pictures`: {width, height, transparent, runs}; runs: base64 of pairs of bytes, a pixel value
///   and how often it comes, less 1
/// - `costumes`: those with findings, most changed first, and before them the palettes of rooms as
///   one; each {id, name, summary, palettes, findings, timelines}; palettes: rows of `palettes`,
///   old and new
/// - a finding: as --json has it, with `text`, and `slots` where it has one: old and new
///   [row of pictures, x, y], or null
/// - a timeline that changed: {chore, dir, old, new}, each null or {loop, ticks, frames}: ticks are
///   rows of its frames, and these lists of [row of pictures, x, y, flip]. At most 4096 ticks.
///
/// An error is one of reading pixels.
Result<Row> diff_page_data(const DiffPageInput& input);

}  // namespace wardrobe
