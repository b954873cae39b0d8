#include <gtest/gtest.h>

#include "formats/costume.h"
#include "formats/result.h"
#include "formats/versions.h"
#include "tests/unit/formats/cost/cost_builder.h"

namespace wardrobe {
namespace {

TEST(ReadCost, SaysWhichSlotPastTheTableAWindowShows) {
  CostBuilder builder;
  builder.table(0, {builder.picture(1, 1, 1)});
  builder.record(4, 0, {0, 9});
  const StoredCostume tables = read_whole_cost(builder.write(Version::v5), Version::v5);
  ASSERT_EQ(tables.problems.size(), 1u);
  EXPECT_EQ(tables.problems[0].limb, 0);
  EXPECT_EQ(tables.problems[0].index, 9);
}

TEST(ReadCost, FindsItOddIfOnlyTheCommandBehindTheLastOneShowsSuchASlot) {
  const auto problem = [](uint8_t shown) {
    CostBuilder builder;
    builder.table(0, {builder.picture(1, 1, 1)});
    builder.record(4, 0, {0, shown});
    builder.window(0, WindowMode::loop, 0, 3);
    builder.end_record(5);
    const StoredCostume tables = read_whole_cost(builder.write(Version::v5), Version::v5);
    EXPECT_EQ(tables.problems.size(), 1u);
    return tables.problems.at(0);
  };
  const auto odd = problem(0);
  EXPECT_EQ(odd.code, ErrorCode::odd);
  const auto damaged = problem(static_cast<uint8_t>(odd.index));
  EXPECT_EQ(damaged.index, odd.index);
  EXPECT_EQ(damaged.code, ErrorCode::damaged);
}

}  // namespace
}  // namespace wardrobe
