#include "pipeline/table_append.h"

#include <gtest/gtest.h>

#include "pipeline/failures.h"
#include "pipeline/parse.h"

namespace wardrobe {
namespace {

TEST(TableAppend, ContinuesOffsetsAndLeavesOtherColumnsAlone) {
  Records to;
  to.number = {5};
  to.window_offset = {0, 3};
  Records part;
  part.number = {6, 7};
  part.window_offset = {0, 2, 2};
  append_table(to, part);
  EXPECT_EQ(to.number, (std::vector<uint16_t>{5, 6, 7}));
  EXPECT_EQ(to.window_offset, (std::vector<uint32_t>{0, 3, 5, 5}));
}

TEST(TableAppend, MovesRowNumbersButNotNone) {
  Column<uint32_t> to{1};
  append_rows(to, {0, kNone, 2}, 10);
  EXPECT_EQ(to, (std::vector<uint32_t>{1, 10, kNone, 12}));
}

TEST(TableAppend, MovesTheCostumesOfFailures) {
  Failures to;
  add_failure(to, {}, "one");
  Failures part;
  FailurePlace place;
  place.costume = 2;
  add_failure(part, place, "two");
  add_failure(part, {}, "three");
  append_failures(to, part, 10);
  EXPECT_EQ(to.costume, (std::vector<uint32_t>{kNone, 12, kNone}));
  EXPECT_EQ(text_at(to.error_offset, to.error, 2), "three");
}

TEST(CheckTables, FailsWhereAnyColumnHasTooManyElements) {
  Tables tables;
  append_text(tables.failures.error_offset, tables.failures.error, "12345678");
  EXPECT_TRUE(check_tables(tables));
  EXPECT_TRUE(check_tables(tables, 8));
  const Status status = check_tables(tables, 7);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::limit);
  EXPECT_EQ(status.error().message,
            "the game is too large: \"error\" would have 8 elements, and an archive's columns have "
            "7 at most");
}

TEST(CheckTables, AcceptsAsManyElementsAsAnOffsetCanCount) {
  Offsets offset;
  append_offsets(offset, {0, 0xFFFFFFF0});
  append_offsets(offset, {0, 15});
  EXPECT_EQ(offset.back(), kMaxElements);
  append_offsets(offset, {0, 1});
  EXPECT_EQ(offset.back(), 0u) << "one more wraps, and only check_table can tell";
}

TEST(CheckParsed, FailsWhereAnyTableOfTheCostumesIsTooLarge) {
  void (*const grow[])(Parsed&) = {
      [](Parsed& parsed) { parsed.costumes.command.resize(9); },
      [](Parsed& parsed) { parsed.limb_tables.limb.resize(9); },
      [](Parsed& parsed) { parsed.entries.state.resize(9); },
      [](Parsed& parsed) { parsed.records.number.resize(9); },
      [](Parsed& parsed) { parsed.windows.limb.resize(9); },
      [](Parsed& parsed) { parsed.stored.width.resize(9); },
  };
  for (const auto& grow_one : grow) {
    Parsed parsed;
    grow_one(parsed);
    EXPECT_FALSE(check_tables(parsed, 8));
    EXPECT_TRUE(check_tables(parsed, 9));
    EXPECT_TRUE(check_tables(parsed));
  }
}

}  // namespace
}  // namespace wardrobe
