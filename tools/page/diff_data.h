#pragma once

#include "tools/diff/finding.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// A comparison for comparison.js. Rows are those of the two archives, old and new, null where
/// there is none:
///
/// - `summary`: a text; `counts`: {same, changed, moved, added, removed, unreadable}; `kinds`: kind
/// →
///   number of findings
/// - `costumes`: one for each group of findings: {id, name, summary, rows, findings, timelines};
///   `rows`: of costumes
/// - a finding: as `diff --json` prints it, plus `text`, plus `entries`, rows of entries, if it is
///   about a slot
/// - a changed timeline: {chore, dir, rows}; `rows`: of timelines
Row diff_data(const DiffTables& tables, const Diff& diff);

}  // namespace wardrobe
