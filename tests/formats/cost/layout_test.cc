#include "formats/cost/layout.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(CostLayout, OffsetsOfVersion5CountFrom6BeforeThePayload) {
  EXPECT_EQ(CostLayout{kScumm5}.position(5), kOutside);
  EXPECT_EQ(CostLayout{kScumm5}.position(6), 0u);
  EXPECT_EQ(CostLayout{kScumm5}.position(0xFFFF), 0xFFF9u);
  EXPECT_EQ(CostLayout{kScumm6}.position(0), 0u);
}

}  // namespace
}  // namespace wardrobe
