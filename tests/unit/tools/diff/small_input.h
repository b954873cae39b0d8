#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// Returns one side of a comparison; `small` must outlive it.
inline DiffInput input(const SmallArchive& small) {
  const auto part = [](const auto& offset, const std::vector<uint8_t>& bytes, uint32_t row) {
    return Bytes(bytes).subspan(offset[row], offset[row + 1] - offset[row]);
  };
  return {small.tables,
          [&small, part](uint32_t picture) {
            return part(small.tables.pictures.pixel_offset, small.pixels, picture);
          },
          [&small, part](uint32_t room) {
            return part(small.tables.rooms.background_offset, small.backgrounds, room);
          }};
}

using Lines = std::vector<std::string>;

/// Returns the findings as `diff --json` has them.
inline std::vector<Row> rows_between(const DiffInput& before, const DiffInput& after) {
  const Result<Diff> found = diff(before, after);
  EXPECT_TRUE(found);
  std::vector<Row> rows;
  for (const Finding& finding : found->findings) {
    rows.push_back(finding_row({before.tables, after.tables}, finding));
  }
  return rows;
}

/// Returns the kind and the text of each finding.
inline Lines lines_of(const std::vector<Row>& rows) {
  Lines lines;
  for (const Row& row : rows) {
    lines.push_back(row["kind"].get<std::string>() + " " + finding_text(row));
  }
  return lines;
}

inline Lines lines_between(const SmallArchive& before, const SmallArchive& after) {
  return lines_of(rows_between(input(before), input(after)));
}

/// A change to a small archive, and what is found.
struct SmallChange {
  const char* what;
  std::function<void(SmallArchive&)> change;
  Lines lines;
  const char* json = "{}";  ///< some fields of the first finding
};

inline void expect_found(const SmallArchive& before, const std::vector<SmallChange>& changes) {
  for (const auto& [what, change, lines, json] : changes) {
    SCOPED_TRACE(what);
    SmallArchive after = before;
    change(after);
    const std::vector<Row> rows = rows_between(input(before), input(after));
    EXPECT_EQ(lines_of(rows), lines);
    const Row fields = Row::parse(json);
    for (const auto& [name, value] : fields.items()) EXPECT_EQ(rows.at(0)[name], value) << name;
  }
}

}  // namespace wardrobe
