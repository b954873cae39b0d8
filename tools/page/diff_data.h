#pragma once

#include "tools/diff/finding.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// A comparison for comparison.js. Each `rows` is a pair: a row of the old archive and a row of the
/// new archive; null if there is none.
///
/// - `summary`: a text; `counts`: {same, changed, moved, added, removed, unreadable}; `kinds`: the
///   number of findings by kind
/// - `costumes`: one for each group of findings: {id, name, summary, rows, findings, timelines};
///   `rows`: of costumes
/// - a finding: as `diff --json` prints it, plus `text` and, if it is about a slot, `entries`: a
///   pair like `rows`, of entries
/// - a changed timeline: {chore, dir, rows}; `rows`: of timelines
Row diff_data(const DiffTables& tables, const Diff& diff, const GivenNames& names = {});

}  // namespace wardrobe
