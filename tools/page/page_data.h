#pragma once

#include <string>

#include "formats/result.h"
#include "tools/diff/diff.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// What a page is about.
struct DiffPageInput {
  std::string old_name;
  std::string new_name;
  const DiffInput& old_input;
  const DiffInput& new_input;
  const Diff& diff;
};

/// The data of a page for its scripts, as one JSON object:
///
/// - `old`, `new`, `summary`: texts; `counts`: {same, changed, moved, added, removed}; `kinds`:
///   kind → number of findings
/// - `palettes`: 6 hexadecimal digits for each pixel value
/// - `pictures`: {width, height, transparent, runs}; runs: base64 of runs_of()
/// - `costumes`: one for each group of findings: {id, name, summary, palettes, findings,
/// timelines};
///   palettes: old and new, indices into `palettes`
/// - a finding: as `diff --json` prints it, plus `text`, plus `slots` if it is about a slot: old
/// and
///   new, each [index into `pictures`, x, y] or null
/// - a changed timeline: {chore, dir, old, new}, each side null or {loop, ticks, frames}; ticks (at
///   most 4096) are indices into frames, and a frame is a list of [index into `pictures`, x, y,
///   flip]
///
/// Fails if pixels cannot be read.
Result<Row> diff_page_data(const DiffPageInput& input);

}  // namespace wardrobe
