#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/cost/cost_builder.h"

namespace wardrobe {
namespace {

/// Returns a costume of version 5 whose only record plays commands 0xFFFE on, in a block that is
/// long enough.
std::vector<uint8_t> with_last_commands(uint8_t count) {
  CostBuilder builder;
  builder.table(0, {builder.picture(1, 1, 5)});
  builder.record(4, 0, {0});
  std::vector<uint8_t> payload = builder.write(Version::v5);
  constexpr size_t kOffsetOfRecord4 = 60;
  const size_t record = payload[kOffsetOfRecord4] - 6u;
  payload[record + 2] = 0xFE;
  payload[record + 3] = 0xFF;
  payload[record + 4] = static_cast<uint8_t>(count - 1);
  payload.resize(0x20000);
  return payload;
}

TEST(CostWindows, EndAtTheLastPositionThat16BitsHave) {
  const StoredCostume tables = read_whole_cost(with_last_commands(2), Version::v5);
  EXPECT_EQ(tables.records.number.size(), 1u);
  EXPECT_EQ(tables.command.size(), 0x10000u);
  EXPECT_TRUE(tables.problems.empty());
}

TEST(CostWindows, PastTheLastPositionAreDamage) {
  const StoredCostume tables = read_whole_cost(with_last_commands(3), Version::v5);
  EXPECT_EQ(tables.records.number.size(), 0u);
  ASSERT_EQ(tables.problems.size(), 1u);
  EXPECT_EQ(tables.problems[0].message,
            "record 4 has a window that passes the end of the commands");
}

}  // namespace
}  // namespace wardrobe
