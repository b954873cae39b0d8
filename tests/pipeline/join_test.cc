#include "pipeline/join.h"

#include <gtest/gtest.h>

#include "pipeline/failures.h"

namespace wardrobe {
namespace {

TEST(Join, ContinuesOffsetsAndLeavesOtherColumnsAlone) {
  Tables to;
  to.records.number = {5};
  to.records.window_offset = {0, 3};
  std::vector<Tables> parts(2);
  parts[0].records.number = {6, 7};
  parts[0].records.window_offset = {0, 2, 2};
  join(to, parts);
  EXPECT_EQ(to.records.number, (std::vector<uint16_t>{5, 6, 7}));
  EXPECT_EQ(to.records.window_offset, (std::vector<uint32_t>{0, 3, 5, 5}));
  EXPECT_EQ(to.game.version.size(), 1u);
}

TEST(Join, MovesRowNumbersOfTablesThatThePartsHave) {
  Tables to;
  to.sources.size = {100};
  to.rooms.number = {1, 2};
  to.costumes.id = {1};
  to.costumes.room = {1};
  std::vector<Tables> parts(2);
  parts[1].costumes.id = {2, 3};
  parts[1].costumes.room = {0, kNone};
  add_failure(parts[1].failures, {.costume = 1, .source = 0}, "two");
  add_failure(parts[1].failures, {}, "three");
  join(to, parts);
  EXPECT_EQ(to.costumes.room, (std::vector<uint32_t>{1, 0, kNone}));
  EXPECT_EQ(to.failures.costume, (std::vector<uint32_t>{2, kNone}));
  EXPECT_EQ(to.failures.source, (std::vector<uint32_t>{0, kNone}));
  EXPECT_EQ(text_at(to.failures.error_offset, to.failures.error, 1), "three");
}

TEST(CheckSizes, FailsWhereAnyColumnHasTooManyElements) {
  Tables tables;
  append_text(tables.failures.error_offset, tables.failures.error, "12345678");
  EXPECT_TRUE(check_sizes(tables));
  EXPECT_TRUE(check_sizes(tables, 8));
  const Status status = check_sizes(tables, 7);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::limit);
  EXPECT_EQ(status.error().message,
            "the game is too large: \"failures.error\" would have 8 elements, and an archive's "
            "columns have 7 at most");
}

TEST(CheckSizes, AcceptsAsManyElementsAsAnOffsetCanCount) {
  Offsets offset;
  append(offset, Offsets{0, 0xFFFFFFF0});
  append(offset, Offsets{0, 15});
  EXPECT_EQ(offset.back(), kMaxElements);
  append(offset, Offsets{0, 1});
  EXPECT_EQ(offset.back(), 0u) << "one more wraps, and only check_sizes can tell";
}

}  // namespace
}  // namespace wardrobe
