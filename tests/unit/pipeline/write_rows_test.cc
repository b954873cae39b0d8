#include "pipeline/write_rows.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

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
